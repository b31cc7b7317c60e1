! What a plan really does, as the Fortran module tells it.
program settings
  use mpi_f08
  use taskfft
  implicit none
  type(taskfft_plan) :: plan

  call MPI_Init()
  call plan%create([8, 12, 10], 'precision=single order=natural work_memory=small', &
                   MPI_COMM_WORLD%MPI_VAL)
  call expect(plan%setting('precision') == 'single')
  call expect(plan%setting('work_memory') == 'full')
  call expect(index(plan%note(1), 'full is used instead') > 0)
  call expect(plan%note(2) == '')
  call expect(plan%setting('colour') == '')
  call expect(index(taskfft_message(), "no setting 'colour'") > 0)
  call plan%destroy()
  call MPI_Finalize()

contains

  subroutine expect(holds)
    logical, intent(in) :: holds
    if (.not. holds) error stop 'a plan did not tell what it does'
  end subroutine

end program
