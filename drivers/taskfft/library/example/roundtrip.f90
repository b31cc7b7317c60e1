! Transforms a real array of 40 x 48 x 32 forward and back and prints the largest deviation, with its
! first axis halved, and with its last one.
!   mpirun -n 4 taskfft_example_fortran
program roundtrip
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  use, intrinsic :: iso_c_binding
  use mpi_f08
  use taskfft
  implicit none
  integer, parameter :: extents(3) = [40, 48, 32]
  real(c_double) :: deviation
  integer :: rank

  call MPI_Init()
  deviation = max(deviation_of('transform=r2c', [21, 48, 32]), &
                  deviation_of('kinds=r2c,c2c,c2c', [40, 48, 17]))  ! z, y, x
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) print '(a,es8.1)', 'largest deviation after a round trip:', deviation
  call MPI_Finalize()
  if (.not. deviation < 1d-12) error stop 1

contains

  ! On any rank, of the field; and of the spectrum's extents from those that are expected.
  function deviation_of(settings, waves) result(deviation)
    character(*), intent(in) :: settings
    integer, intent(in) :: waves(3)
    real(c_double) :: deviation
    type(taskfft_plan) :: plan
    type(taskfft_layout) :: in, out
    real(c_double), allocatable, target :: field(:), expected(:)
    complex(c_double_complex), allocatable, target :: spectrum(:)
    integer(c_int64_t) :: i, j, k, reach(3)

    call plan%create(extents, settings, MPI_COMM_WORLD%MPI_VAL)
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
    if (any(ieee_is_nan(field))) deviation = huge(deviation)  ! maxval and MPI_MAX lose it
    call MPI_Allreduce(MPI_IN_PLACE, deviation, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
    reach = out%upper
    call MPI_Allreduce(MPI_IN_PLACE, reach, 3, MPI_INTEGER8, MPI_MAX, MPI_COMM_WORLD)
    deviation = max(deviation, real(maxval(abs(reach - waves)), c_double))
    call plan%destroy()
  end function

end program
