! Solves (1 - Laplacian) u = f, periodic, on bricks of an application that has a layer of ghost
! points around each of them, a rank's brick in two boxes, with the spectrum in boxes of its own;
! compares with the exact solution.
!   mpirun -n 4 taskfft_example_fortran_boxes
program boxes
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  use, intrinsic :: iso_c_binding
  use mpi_f08
  use taskfft
  implicit none
  integer, parameter :: extents(3) = [36, 30, 32], waves(3) = [19, 30, 32], ghosts = 1
  real(c_double), parameter :: pi = acos(-1d0), untouched = 12345
  type(taskfft_plan) :: plan
  real(c_double), allocatable, target :: field(:, :, :)
  complex(c_double_complex), allocatable, target :: spectrum(:, :, :)
  real(c_double), allocatable :: kx(:), ky(:), kz(:)
  real(c_double) :: error
  integer :: grid(3), place(3), lower(3), upper(3), first(3), last(3), middle, i, j, k, rank, ranks
  type(c_ptr) :: bricks(2)

  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  grid = 0
  call MPI_Dims_create(ranks, 3, grid)
  place = [mod(rank, grid(1)), mod(rank/grid(1), grid(2)), rank/(grid(1)*grid(2))]
  lower = extents*place/grid + 1
  upper = extents*(place + 1)/grid
  first = waves*place/grid + 1
  last = waves*(place + 1)/grid
  middle = (lower(3) + upper(3))/2
  allocate (field(lower(1) - ghosts:upper(1) + ghosts, lower(2) - ghosts:upper(2) + ghosts, &
                  lower(3) - ghosts:upper(3) + ghosts), source=untouched)
  allocate (spectrum(first(1):last(1), first(2):last(2), first(3):last(3)))

  call plan%create_boxes(extents, 'transform=r2c scaling=backward', &
                         [taskfft_box(lower, [upper(1:2), middle], shape(field)), &
                          taskfft_box([lower(1:2), middle + 1], upper, shape(field))], &
                         [taskfft_box(first, last)], MPI_COMM_WORLD%MPI_VAL)
  bricks = [c_loc(field(lower(1), lower(2), lower(3))), c_loc(field(lower(1), lower(2), middle + 1))]
  call plan%commit_boxes(bricks, [c_loc(spectrum)])
  call plan%wave_numbers(1, kx, box=1)
  call plan%wave_numbers(2, ky)
  call plan%wave_numbers(3, kz)
  kx = kx*extents(1)/(2*pi)  ! the box is 2 pi long
  ky = ky*extents(2)/(2*pi)
  kz = kz*extents(3)/(2*pi)
  do k = lower(3), upper(3)
    do j = lower(2), upper(2)
      do i = lower(1), upper(1)
        field(i, j, k) = source_of(angle(i, 1), angle(j, 2), angle(k, 3))
      end do
    end do
  end do
  call plan%forward_boxes(bricks, [c_loc(spectrum)])
  do k = first(3), last(3)
    do j = first(2), last(2)
      do i = first(1), last(1)
        spectrum(i, j, k) = spectrum(i, j, k)/(1 + kx(i)**2 + ky(j)**2 + kz(k)**2)
      end do
    end do
  end do
  call plan%backward_boxes([c_loc(spectrum)], bricks)
  error = 0
  do k = lower(3) - ghosts, upper(3) + ghosts
    do j = lower(2) - ghosts, upper(2) + ghosts
      do i = lower(1) - ghosts, upper(1) + ghosts
        if (all([i, j, k] >= lower .and. [i, j, k] <= upper)) then
          error = worse(error, abs(field(i, j, k) - exact(angle(i, 1), angle(j, 2), angle(k, 3))))
        else
          error = worse(error, abs(field(i, j, k) - untouched))
        end if
      end do
    end do
  end do
  call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  if (rank == 0) print '(a,es8.1)', 'largest error of the solution:', error
  call plan%destroy()
  call MPI_Finalize()
  if (.not. error < 1d-11) error stop 1

contains

  ! The larger one of two errors. What is no number counts as infinite: max and MPI_MAX lose it.
  pure real(c_double) function worse(error, other)
    real(c_double), intent(in) :: error, other
    worse = max(error, other)
    if (ieee_is_nan(other)) worse = huge(worse)
  end function

  pure real(c_double) function angle(at, axis)
    integer, intent(in) :: at, axis
    angle = 2*pi*(at - 1)/extents(axis)
  end function

  pure real(c_double) function exact(x, y, z)
    real(c_double), intent(in) :: x, y, z
    exact = exp(sin(x) + cos(y) + sin(z))
  end function

  ! The exact solution minus its second derivatives.
  pure real(c_double) function source_of(x, y, z)
    real(c_double), intent(in) :: x, y, z
    source_of = exact(x, y, z)* &
                (1 - cos(x)**2 + sin(x) - sin(y)**2 + cos(y) - cos(z)**2 + sin(z))
  end function

end program
