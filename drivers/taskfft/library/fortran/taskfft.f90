! taskfft for Fortran 2008: the same plans as in taskfft/plan.hpp, in Fortran's own order.
!
! Axes count from the fastest, as in a Fortran array: extents of a(nx, ny, nz) are [nx, ny, nz], and
! lower(1), upper(1), stride(1) belong to x. Bounds are global indices from 1, both inclusive.
! Settings are those of taskfft/taskfft.h in one string: 'transform=r2c order=natural'; `grid`,
! `kinds` and `kept` name C's axes, slowest first: of a(nx, ny, nz), z, y, x. 'transform=r2c'
! halves x, 'kinds=r2c,c2c,c2c' z.
!
! Every call is collective but input, output and what asks for numbers or texts. `ierr` is 0, or one
! of the codes below; without it an error ends the program with its message.
module taskfft
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: error_unit
  use :: taskfft_c
  use :: taskfft_layouts
  use :: taskfft_visitors
  implicit none
  private
  public :: taskfft_plan, taskfft_layout, taskfft_box, taskfft_message, taskfft_run, taskfft_visitor
  integer, parameter, public :: taskfft_ok = 0, taskfft_argument = 1, taskfft_mpi = 2, &
                                taskfft_resource = 3, taskfft_failure = 4
  integer(c_int), parameter :: only_box = -1
  character(*), parameter :: one_of_two = 'one array is given, and a transform has two: name from '// &
                             'and to, or neither for those that were committed'//c_null_char

  character(*), parameter :: still_there = 'the plan exists already: destroy it first, or take '// &
                             'another variable'//c_null_char

  type :: taskfft_plan
    private
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: create
    procedure :: create_sharing
    procedure :: create_boxes, create_boxes_sharing
    procedure :: input
    procedure :: output
    procedure :: round_trip_factor
    procedure :: wave_numbers
    procedure :: setting, note
    ! No generic names: gfortran (12.2) takes a list of c_ptr for a single one where it chooses.
    procedure :: commit, commit_boxes
    procedure :: forward, forward_boxes, forward_visiting, round_trip
    procedure :: backward, backward_boxes, backward_visiting
    procedure :: destroy
  end type

contains

  ! comm: the integer handle, comm%MPI_VAL with the module mpi_f08. A plan that exists is refused:
  ! destroy it first.
  subroutine create(self, extents, settings, comm, ierr)
    class(taskfft_plan), intent(inout) :: self
    integer, intent(in) :: extents(:)
    character(*), intent(in) :: settings
    integer, intent(in) :: comm
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: slowest_first(size(extents))
    if (exists(self, c_null_ptr, comm, ierr)) return
    slowest_first = int(extents(size(extents):1:-1), c_int64_t)
    call report(c_create(self%handle, int(size(extents), c_int), slowest_first, &
                         settings//c_null_char, int(comm, c_int)), ierr)
  end subroutine

  ! The same on the ranks of another plan, and in its work memory where that suffices: make the plan
  ! that needs most first. One of them runs at a time.
  subroutine create_sharing(self, extents, settings, lender, ierr)
    class(taskfft_plan), intent(inout) :: self
    integer, intent(in) :: extents(:)
    character(*), intent(in) :: settings
    class(taskfft_plan), intent(in) :: lender
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: slowest_first(size(extents))
    if (exists(self, lender%handle, 0, ierr)) return
    slowest_first = int(extents(size(extents):1:-1), c_int64_t)
    call report(c_create_sharing(self%handle, int(size(extents), c_int), slowest_first, &
                                 settings//c_null_char, lender%handle), ierr)
  end subroutine

  ! The same between boxes of the caller's choice: what this rank has of the array, and what it
  ! wants of the spectrum, lists of any number of boxes, each as taskfft_box makes them, or with
  ! strides set by hand; all of them 0 for C's order without gaps. All ranks' boxes together are the
  ! array, each element in one of them. In place, there are as many on either side, and those in the
  ! same place of the lists have one array.
  subroutine create_boxes(self, extents, settings, input, output, comm, ierr)
    class(taskfft_plan), intent(inout) :: self
    integer, intent(in) :: extents(:)
    character(*), intent(in) :: settings
    type(taskfft_layout), intent(in) :: input(:), output(:)
    integer, intent(in) :: comm
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: slowest_first(size(extents))
    if (exists(self, c_null_ptr, comm, ierr)) return
    slowest_first = int(extents(size(extents):1:-1), c_int64_t)
    call report(c_create_boxes(self%handle, int(size(extents), c_int), slowest_first, &
                               settings//c_null_char, int(size(input), c_int), in_c_order(input), &
                               int(size(output), c_int), in_c_order(output), int(comm, c_int)), ierr)
  end subroutine

  ! The same on the ranks of another plan of either kind, and in its work memory where that suffices.
  ! A plan between boxes lends memory to such plans alone.
  subroutine create_boxes_sharing(self, extents, settings, input, output, lender, ierr)
    class(taskfft_plan), intent(inout) :: self
    integer, intent(in) :: extents(:)
    character(*), intent(in) :: settings
    type(taskfft_layout), intent(in) :: input(:), output(:)
    class(taskfft_plan), intent(in) :: lender
    integer, intent(out), optional :: ierr
    integer(c_int64_t) :: slowest_first(size(extents))
    if (exists(self, lender%handle, 0, ierr)) return
    slowest_first = int(extents(size(extents):1:-1), c_int64_t)
    call report(c_create_boxes_sharing(self%handle, int(size(extents), c_int), slowest_first, &
                                       settings//c_null_char, int(size(input), c_int), &
                                       in_c_order(input), int(size(output), c_int), &
                                       in_c_order(output), lender%handle), ierr)
  end subroutine

  ! Before the forward transform: a rank's only box, or this one of its list, from 1.
  subroutine input(self, layout, ierr, box)
    class(taskfft_plan), intent(in) :: self
    type(taskfft_layout), intent(out) :: layout
    integer, intent(out), optional :: ierr
    integer, intent(in), optional :: box
    type(layout_of_c) :: found
    call report(c_input(self%handle, place_of(box), found), ierr)
    layout = in_fortran_order(found)
  end subroutine

  ! After the forward transform, of boxes likewise.
  subroutine output(self, layout, ierr, box)
    class(taskfft_plan), intent(in) :: self
    type(taskfft_layout), intent(out) :: layout
    integer, intent(out), optional :: ierr
    integer, intent(in), optional :: box
    type(layout_of_c) :: found
    call report(c_output(self%handle, place_of(box), found), ierr)
    layout = in_fortran_order(found)
  end subroutine

  ! What backward after forward multiplies by, unless scaling=... undoes it.
  subroutine round_trip_factor(self, factor, ierr)
    class(taskfft_plan), intent(in) :: self
    real(c_double), intent(out) :: factor
    integer, intent(out), optional :: ierr
    call report(c_round_trip_factor(self%handle, factor), ierr)
  end subroutine

  ! Those of this rank's part of an axis of the output, from lower(axis) to upper(axis), for points
  ! that are 1 apart; of boxes likewise.
  subroutine wave_numbers(self, axis, numbers, ierr, box)
    class(taskfft_plan), intent(in) :: self
    integer, intent(in) :: axis
    real(c_double), allocatable, intent(out) :: numbers(:)
    integer, intent(out), optional :: ierr
    integer, intent(in), optional :: box
    type(taskfft_layout) :: layout
    integer :: code
    call self%output(layout, code, box)
    if (code == taskfft_ok .and. 1 <= axis .and. axis <= layout%dims) then
      allocate (numbers(layout%lower(axis):layout%upper(axis)))
    else  ! what is wrong will be said
      allocate (numbers(0))
    end if
    call report(c_wave_numbers(self%handle, place_of(box), int(layout%dims - axis, c_int), &
                               numbers), ierr)
  end subroutine

  ! What the plan really does: the value of a setting as in taskfft.h, with all filled in that was
  ! left open, or of 'decomposition' or 'work_bytes'; '' of one that there is none of.
  function setting(self, name) result(text)
    class(taskfft_plan), intent(in) :: self
    character(*), intent(in) :: name
    character(:), allocatable :: text
    text = text_at(c_setting(self%handle, name//c_null_char))
  end function

  ! A sentence for every request that is not followed to the letter, from 1; '' behind the last one.
  function note(self, number) result(text)
    class(taskfft_plan), intent(in) :: self
    integer, intent(in) :: number
    character(:), allocatable :: text
    text = text_at(c_note(self%handle, int(number - 1, c_int)))
  end function

  ! c_loc of two arrays with the attribute target, of which one may be the other; between boxes, two
  ! lists of them by commit_boxes, one for each box. May overwrite them the first time. They must
  ! stay where they are as long as the plan is used.
  subroutine commit(self, in, out, ierr)
    class(taskfft_plan), intent(in) :: self
    type(c_ptr), intent(in) :: in, out
    integer, intent(out), optional :: ierr
    call report(c_commit(self%handle, in, out), ierr)
  end subroutine

  subroutine commit_boxes(self, in, out, ierr)
    class(taskfft_plan), intent(in) :: self
    type(c_ptr), intent(in) :: in(:), out(:)
    integer, intent(out), optional :: ierr
    call report(c_commit_boxes(self%handle, in, out), ierr)
  end subroutine

  ! What was committed, or c_loc of other arrays, of which the first is read and the second written,
  ! or lists of them by forward_boxes.
  subroutine forward(self, from, to, ierr)
    class(taskfft_plan), intent(in) :: self
    type(c_ptr), intent(in), optional :: from, to
    integer, intent(out), optional :: ierr
    if (present(from) .and. present(to)) then
      call report(c_forward_on(self%handle, from, to), ierr)
    else if (present(from) .or. present(to)) then
      call report(c_refuse(self%handle, one_of_two), ierr)
    else
      call report(c_forward(self%handle), ierr)
    end if
  end subroutine

  subroutine forward_boxes(self, from, to, ierr)
    class(taskfft_plan), intent(in) :: self
    type(c_ptr), intent(in) :: from(:), to(:)
    integer, intent(out), optional :: ierr
    call report(c_forward_boxes(self%handle, from, to), ierr)
  end subroutine

  ! What was committed, and a visitor is shown each point of the spectrum once, while it is in the
  ! cache: products with the spectrum cost no trip through memory of their own.
  subroutine forward_visiting(self, visit, ierr)
    class(taskfft_plan), intent(in) :: self
    procedure(taskfft_visitor) :: visit
    integer, intent(out), optional :: ierr
    type(visitor_of_fortran), target :: visitor
    visitor%visit => visit
    call report(c_forward_visiting(self%handle, c_funloc(show), c_loc(visitor)), ierr)
  end subroutine

  ! The same with backward behind it: in one, where 'round_trips=true' asks for it, which saves one
  ! more trip; the spectrum's array then holds nothing of use.
  subroutine round_trip(self, visit, ierr)
    class(taskfft_plan), intent(in) :: self
    procedure(taskfft_visitor) :: visit
    integer, intent(out), optional :: ierr
    type(visitor_of_fortran), target :: visitor
    visitor%visit => visit
    call report(c_round_trip(self%handle, c_funloc(show), c_loc(visitor)), ierr)
  end subroutine

  subroutine backward(self, from, to, ierr)
    class(taskfft_plan), intent(in) :: self
    type(c_ptr), intent(in), optional :: from, to
    integer, intent(out), optional :: ierr
    if (present(from) .and. present(to)) then
      call report(c_backward_on(self%handle, from, to), ierr)
    else if (present(from) .or. present(to)) then
      call report(c_refuse(self%handle, one_of_two), ierr)
    else
      call report(c_backward(self%handle), ierr)
    end if
  end subroutine

  subroutine backward_boxes(self, from, to, ierr)
    class(taskfft_plan), intent(in) :: self
    type(c_ptr), intent(in) :: from(:), to(:)
    integer, intent(out), optional :: ierr
    call report(c_backward_boxes(self%handle, from, to), ierr)
  end subroutine

  ! What was committed, and a visitor is shown each point of the spectrum once on its way, in the
  ! cache: what it writes is transformed, and out of place the spectrum's array keeps what it holds.
  subroutine backward_visiting(self, visit, ierr)
    class(taskfft_plan), intent(in) :: self
    procedure(taskfft_visitor) :: visit
    integer, intent(out), optional :: ierr
    type(visitor_of_fortran), target :: visitor
    visitor%visit => visit
    call report(c_backward_visiting(self%handle, c_funloc(show), c_loc(visitor)), ierr)
  end subroutine

  ! Before MPI_Finalize; no plan ends by itself, since its end is collective.
  subroutine destroy(self)
    class(taskfft_plan), intent(inout) :: self
    call c_destroy(self%handle)
    self%handle = c_null_ptr
  end subroutine

  ! What went wrong in the last call that did not return taskfft_ok.
  function taskfft_message() result(text)
    character(:), allocatable :: text
    text = text_at(c_message())
  end function

  ! C's text; '' where there is none.
  function text_at(address) result(text)
    type(c_ptr), intent(in) :: address
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: i
    text = ''
    if (.not. c_associated(address)) return
    call c_f_pointer(address, letters, [c_strlen(address)])
    text = repeat(' ', size(letters))
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function

  subroutine report(code, ierr)
    integer(c_int), intent(in) :: code
    integer, intent(out), optional :: ierr
    if (present(ierr)) then
      ierr = code
    else if (code /= taskfft_ok) then
      write (error_unit, '(2a)') 'taskfft: ', taskfft_message()
      error stop 1
    end if
  end subroutine

  ! Another one in its place would leave its memory behind. Refused on all ranks, as they are in the
  ! call of a plan on those of `lender` or, without one, of `comm`.
  logical function exists(plan, lender, comm, ierr)
    class(taskfft_plan), intent(in) :: plan
    type(c_ptr), intent(in) :: lender
    integer, intent(in) :: comm
    integer, intent(out), optional :: ierr
    exists = c_associated(plan%handle)
    if (exists) call report(c_refuse_create(lender, int(comm, c_int), still_there), ierr)
  end function

  ! Of a box in C's list; of none that there is where it counts from less than 1.
  pure integer(c_int) function place_of(box)
    integer, intent(in), optional :: box
    place_of = only_box
    if (present(box)) place_of = int(merge(box - 1, only_box - 1, box >= 1), c_int)
  end function

end module
