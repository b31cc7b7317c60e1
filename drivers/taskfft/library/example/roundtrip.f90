! Transforms a real array of 40 x 48 x 32 forward and back and prints the largest deviation.
!   mpirun -n 4 taskfft_example_fortran
program roundtrip
  use, intrinsic :: iso_c_binding
  use mpi_f08
  use taskfft
  implicit none
  integer, parameter :: extents(3) = [40, 48, 32]
  type(taskfft_plan) :: plan
  type(taskfft_layout) :: in, out
  real(c_double), allocatable, target :: field(:), expected(:)
  complex(c_double_complex), allocatable, target :: spectrum(:)
  real(c_double) :: deviation
  integer(c_int64_t) :: i, j, k
  integer :: rank

  call MPI_Init()
  call plan%create(extents, 'transform=r2c', MPI_COMM_WORLD%MPI_VAL)
  call plan%input(in)
  call plan%output(out)
  allocate (field(in%size), expected(in%size), spectrum(out%size))
  call plan%commit(c_loc(field), c_loc(spectrum))  ! may overwrite, so fill afterwards
  field = 0
  do k = in%lower(3), in%upper(3)
    do j = in%lower(2), in%upper(2)
      do i = in%lower(1), in%upper(1)
        field(1 + dot_product([i, j, k] - in%lower, in%stride)) = i + 0.1d0*j - 0.01d0*k
      end do
    end do
  end do
  expected = field
  call plan%forward()
  call plan%backward(c_loc(spectrum), c_loc(field))  ! any arrays, those that were committed among them
  deviation = maxval(abs(field/product(extents) - expected))
  call MPI_Allreduce(MPI_IN_PLACE, deviation, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) print '(a,es8.1)', 'largest deviation after a round trip:', deviation
  call plan%destroy()
  call MPI_Finalize()
  if (deviation > 1d-12) error stop 1
end program
