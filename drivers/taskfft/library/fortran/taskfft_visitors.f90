! What is shown of a spectrum while it is made, or before it is taken, in Fortran's order.
module taskfft_visitors
  use, intrinsic :: iso_c_binding
  use :: taskfft_c
  implicit none

  ! Points of the spectrum that lie side by side in memory and differ in one global index:
  ! c_f_pointer(run%data, points, [run%points]) makes an array of their elements, to be read and
  ! written. They are elements of the spectrum's array, but backward, in a round trip and between
  ! boxes.
  type :: taskfft_run
    type(c_ptr) :: data
    integer(c_int64_t) :: points = 0
    integer(c_int64_t) :: first(3) = 1  ! global indices of the first one
    integer :: axis = 1                 ! along which they lie
    integer :: field = 1                ! of several
  end type

  ! Called with each run of this rank's spectrum once its points are final, or backward before they
  ! are transformed, in any order and, with several threads, some at the same time. It must not call
  ! the plan.
  abstract interface
    subroutine taskfft_visitor(run)
      import :: taskfft_run
      type(taskfft_run), intent(in) :: run
    end subroutine
  end interface
  type :: visitor_of_fortran
    procedure(taskfft_visitor), pointer, nopass :: visit => null()
  end type

contains

  ! Calls a visitor for C.
  function show(run, user) result(code) bind(c, name='')
    type(run_of_c), intent(in) :: run
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(visitor_of_fortran), pointer :: visitor
    type(taskfft_run) :: shown
    shown%data = run%data
    shown%points = run%points
    shown%first(1:run%dims) = run%first(run%dims:1:-1) + 1
    shown%axis = run%dims - run%axis
    shown%field = run%field + 1
    call c_f_pointer(user, visitor)
    call visitor%visit(shown)
    code = 0
  end function

end module
