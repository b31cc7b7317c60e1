! What the Fortran module has that no example shows: what a plan really does, and visitors.
module visitors
  use, intrinsic :: iso_c_binding
  use taskfft
  implicit none
  type(taskfft_layout) :: layout
  complex(c_double_complex), allocatable, target :: spectrum(:)
  integer(c_int64_t) :: points_seen
  logical :: misplaced

contains

  subroutine double(run)
    type(taskfft_run), intent(in) :: run
    complex(c_double_complex), pointer :: points(:)
    call c_f_pointer(run%data, points, [run%points])
    points = 2*points
  end subroutine

  ! Where the first and the last point lie, by their indices.
  subroutine find(run)
    type(taskfft_run), intent(in) :: run
    complex(c_double_complex), pointer :: points(:)
    integer(c_int64_t) :: last(3)
    call c_f_pointer(run%data, points, [run%points])
    last = run%first
    last(run%axis) = last(run%axis) + run%points - 1
    if (.not. c_associated(c_loc(points(1)), c_loc(spectrum(place(run%first))))) misplaced = .true.
    if (.not. c_associated(c_loc(points(run%points)), c_loc(spectrum(place(last))))) misplaced = .true.
    points_seen = points_seen + run%points
  end subroutine

  pure function place(indices)
    integer(c_int64_t), intent(in) :: indices(3)
    integer(c_int64_t) :: place
    place = 1 + dot_product(indices - layout%lower, layout%stride)
  end function

end module

program module_test
  use mpi_f08
  use visitors
  implicit none
  type(taskfft_plan) :: plan
  real(c_double), allocatable, target :: field(:)
  integer :: code

  call MPI_Init()
  call plan%create([8, 12, 10], 'precision=single order=natural work_memory=small', &
                   MPI_COMM_WORLD%MPI_VAL)
  call expect(plan%setting('precision') == 'single', 'a setting')
  call expect(plan%setting('work_memory') == 'full', 'what a setting became')
  call expect(index(plan%note(1), 'full is used instead') > 0, 'a note')
  call expect(plan%note(2) == '', 'no second note')
  call expect(plan%setting('colour') == '', 'no setting of this name')
  call expect(index(taskfft_message(), "no setting 'colour'") > 0, 'why there is none')
  call plan%create([8, 12, 10], '', MPI_COMM_WORLD%MPI_VAL, code)
  call expect(code == taskfft_argument, 'no plan in place of one that exists')
  call expect(index(taskfft_message(), 'destroy it first') > 0, 'what to do about that')
  call expect(plan%setting('precision') == 'single', 'the plan as it was')
  call plan%destroy()

  call plan%create([8, 12, 10], 'transform=r2c round_trips=true scaling=backward', &
                   MPI_COMM_WORLD%MPI_VAL)
  call plan%input(layout)
  allocate (field(layout%size))
  call plan%output(layout)
  allocate (spectrum(layout%size))
  call plan%commit(c_loc(field), c_loc(spectrum))
  field = 3
  points_seen = 0
  misplaced = .false.
  call plan%forward_visiting(find)
  call expect(.not. misplaced, 'points at their indices')
  call expect(points_seen == product(max(layout%upper - layout%lower + 1, 0_c_int64_t)), 'all points')
  call plan%round_trip(double)
  call expect(all(abs(field - 6) < 1d-12), 'a field twice as large')
  call plan%forward()
  call plan%backward_visiting(double)
  call expect(all(abs(field - 12) < 1d-12), 'a field of a spectrum twice as large')
  call plan%forward(c_loc(field), ierr=code)
  call expect(code == taskfft_argument, 'no transform of one array')
  call expect(index(taskfft_message(), 'one array is given') > 0, 'why there is none')
  call plan%backward(to=c_loc(field), ierr=code)
  call expect(code == taskfft_argument, 'no transform to one array')
  call expect(all(abs(field - 12) < 1d-12), 'a field that nothing was done to')
  call plan%destroy()
  call MPI_Finalize()

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print '(2a)', 'not so: ', what
    error stop 1
  end subroutine

end program
