! What a rank has of an array, and boxes of one, in Fortran's order.
module taskfft_layouts
  use, intrinsic :: iso_c_binding
  use :: taskfft_c
  implicit none

  ! This rank's part: element (i, j, k) with lower <= (i, j, k) <= upper lies at
  ! 1 + sum(((i, j, k) - lower) * stride) of the array. Beyond the problem's dimensions bounds are 1.
  type :: taskfft_layout
    integer :: dims = 0
    integer(c_int64_t) :: lower(3) = 1, upper(3) = 1, stride(3) = 0
    integer(c_int64_t) :: size = 0          ! elements to allocate
    integer(c_int64_t) :: field_stride = 0  ! from an element to the same one of the next field
  end type

contains

  ! A box by its bounds, global indices, of which an empty one has lower = upper + 1, in an array of
  ! its own; or as a part of one of these extents, as where ghost layers lie around it: then pass
  ! c_loc of the part's first element.
  pure function taskfft_box(lower, upper, extents) result(box)
    integer, intent(in) :: lower(:), upper(size(lower))
    integer, intent(in), optional :: extents(size(lower))
    type(taskfft_layout) :: box
    integer(c_int64_t) :: elements
    integer :: axis
    box%dims = size(lower)
    elements = 1
    do axis = 1, min(box%dims, 3)  ! create_boxes refuses more
      box%lower(axis) = lower(axis)
      box%upper(axis) = upper(axis)
      box%stride(axis) = elements
      if (present(extents)) then
        elements = elements*extents(axis)
      else
        elements = elements*(upper(axis) - lower(axis) + 1)
      end if
    end do
    box%field_stride = elements
  end function

  pure function in_fortran_order(found) result(layout)
    type(layout_of_c), intent(in) :: found
    type(taskfft_layout) :: layout
    integer :: axis, c_axis
    layout%dims = found%dims
    do axis = 1, found%dims
      c_axis = found%dims - axis + 1
      layout%lower(axis) = found%lo(c_axis) + 1
      layout%upper(axis) = found%hi(c_axis)
      layout%stride(axis) = found%stride(c_axis)
    end do
    layout%size = found%size
    layout%field_stride = found%field_stride
  end function

  elemental function in_c_order(layout) result(box)
    type(taskfft_layout), intent(in) :: layout
    type(layout_of_c) :: box
    integer :: axis, c_axis
    box%dims = layout%dims
    do axis = 1, merge(layout%dims, 0, layout%dims <= 3)  ! C refuses more
      c_axis = layout%dims - axis + 1
      box%lo(c_axis) = layout%lower(axis) - 1
      box%hi(c_axis) = layout%upper(axis)
      box%stride(c_axis) = layout%stride(axis)
    end do
    box%size = layout%size
    box%field_stride = layout%field_stride
  end function

end module
