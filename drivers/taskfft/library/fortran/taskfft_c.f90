! The functions of taskfft/taskfft.h that the module taskfft calls, argument by argument.
module taskfft_c
  use, intrinsic :: iso_c_binding
  implicit none

  type, bind(c) :: layout_of_c
    integer(c_int) :: dims = 0
    integer(c_int64_t) :: lo(3) = 0, hi(3) = 1, stride(3) = 0, size = 0, field_stride = 0
  end type

  type, bind(c) :: run_of_c
    type(c_ptr) :: data
    integer(c_int64_t) :: points, first(3)
    integer(c_int) :: dims, axis, field
  end type

  interface
    function c_create(plan, dims, extents, settings, comm) bind(c, name='taskfft_create_f')
      import
      type(c_ptr), intent(out) :: plan
      integer(c_int), value :: dims
      integer(c_int64_t), intent(in) :: extents(*)
      character(kind=c_char), intent(in) :: settings(*)
      integer(c_int), value :: comm  ! MPI_Fint
      integer(c_int) :: c_create
    end function
    function c_create_sharing(plan, dims, extents, settings, lender) &
        bind(c, name='taskfft_create_sharing')
      import
      type(c_ptr), intent(out) :: plan
      integer(c_int), value :: dims
      integer(c_int64_t), intent(in) :: extents(*)
      character(kind=c_char), intent(in) :: settings(*)
      type(c_ptr), value :: lender
      integer(c_int) :: c_create_sharing
    end function
    function c_create_boxes(plan, dims, extents, settings, inputs, input, outputs, output, comm) &
        bind(c, name='taskfft_create_boxes_f')
      import
      type(c_ptr), intent(out) :: plan
      integer(c_int), value :: dims
      integer(c_int64_t), intent(in) :: extents(*)
      character(kind=c_char), intent(in) :: settings(*)
      integer(c_int), value :: inputs, outputs
      type(layout_of_c), intent(in) :: input(*), output(*)
      integer(c_int), value :: comm  ! MPI_Fint
      integer(c_int) :: c_create_boxes
    end function
    function c_create_boxes_sharing(plan, dims, extents, settings, inputs, input, outputs, output, &
                                    lender) bind(c, name='taskfft_create_boxes_sharing')
      import
      type(c_ptr), intent(out) :: plan
      integer(c_int), value :: dims
      integer(c_int64_t), intent(in) :: extents(*)
      character(kind=c_char), intent(in) :: settings(*)
      integer(c_int), value :: inputs, outputs
      type(layout_of_c), intent(in) :: input(*), output(*)
      type(c_ptr), value :: lender
      integer(c_int) :: c_create_boxes_sharing
    end function
    function c_input(plan, box, layout) bind(c, name='taskfft_input_box')
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: box
      type(layout_of_c), intent(out) :: layout
      integer(c_int) :: c_input
    end function
    function c_output(plan, box, layout) bind(c, name='taskfft_output_box')
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: box
      type(layout_of_c), intent(out) :: layout
      integer(c_int) :: c_output
    end function
    function c_round_trip_factor(plan, factor) bind(c, name='taskfft_round_trip_factor')
      import
      type(c_ptr), value :: plan
      real(c_double), intent(out) :: factor
      integer(c_int) :: c_round_trip_factor
    end function
    function c_wave_numbers(plan, box, axis, numbers) bind(c, name='taskfft_wave_numbers_of_box')
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: box, axis
      real(c_double), intent(out) :: numbers(*)
      integer(c_int) :: c_wave_numbers
    end function
    function c_setting(plan, name) bind(c, name='taskfft_setting')
      import
      type(c_ptr), value :: plan
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr) :: c_setting
    end function
    function c_note(plan, note) bind(c, name='taskfft_note')
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: note
      type(c_ptr) :: c_note
    end function
    function c_commit(plan, in, out) bind(c, name='taskfft_commit')
      import
      type(c_ptr), value :: plan, in, out
      integer(c_int) :: c_commit
    end function
    function c_forward(plan) bind(c, name='taskfft_forward')
      import
      type(c_ptr), value :: plan
      integer(c_int) :: c_forward
    end function
    function c_backward(plan) bind(c, name='taskfft_backward')
      import
      type(c_ptr), value :: plan
      integer(c_int) :: c_backward
    end function
    function c_forward_visiting(plan, visit, user) bind(c, name='taskfft_forward_visiting')
      import
      type(c_ptr), value :: plan, user
      type(c_funptr), value :: visit
      integer(c_int) :: c_forward_visiting
    end function
    function c_backward_visiting(plan, visit, user) bind(c, name='taskfft_backward_visiting')
      import
      type(c_ptr), value :: plan, user
      type(c_funptr), value :: visit
      integer(c_int) :: c_backward_visiting
    end function
    function c_round_trip(plan, visit, user) bind(c, name='taskfft_round_trip')
      import
      type(c_ptr), value :: plan, user
      type(c_funptr), value :: visit
      integer(c_int) :: c_round_trip
    end function
    function c_forward_on(plan, from, to) bind(c, name='taskfft_forward_on')
      import
      type(c_ptr), value :: plan, from, to
      integer(c_int) :: c_forward_on
    end function
    function c_backward_on(plan, from, to) bind(c, name='taskfft_backward_on')
      import
      type(c_ptr), value :: plan, from, to
      integer(c_int) :: c_backward_on
    end function
    function c_commit_boxes(plan, in, out) bind(c, name='taskfft_commit_boxes')
      import
      type(c_ptr), value :: plan
      type(c_ptr), intent(in) :: in(*), out(*)
      integer(c_int) :: c_commit_boxes
    end function
    function c_forward_boxes(plan, from, to) bind(c, name='taskfft_forward_boxes')
      import
      type(c_ptr), value :: plan
      type(c_ptr), intent(in) :: from(*), to(*)
      integer(c_int) :: c_forward_boxes
    end function
    function c_backward_boxes(plan, from, to) bind(c, name='taskfft_backward_boxes')
      import
      type(c_ptr), value :: plan
      type(c_ptr), intent(in) :: from(*), to(*)
      integer(c_int) :: c_backward_boxes
    end function
    function c_refuse(plan, words) bind(c, name='taskfft_refuse')
      import
      type(c_ptr), value :: plan
      character(kind=c_char), intent(in) :: words(*)
      integer(c_int) :: c_refuse
    end function
    function c_refuse_create(lender, comm, words) bind(c, name='taskfft_refuse_create_f')
      import
      type(c_ptr), value :: lender
      integer(c_int), value :: comm  ! MPI_Fint
      character(kind=c_char), intent(in) :: words(*)
      integer(c_int) :: c_refuse_create
    end function
    subroutine c_destroy(plan) bind(c, name='taskfft_destroy')
      import
      type(c_ptr), value :: plan
    end subroutine
    function c_message() bind(c, name='taskfft_message')
      import
      type(c_ptr) :: c_message
    end function
    function c_strlen(text) bind(c, name='strlen')
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: c_strlen
    end function
  end interface
end module
