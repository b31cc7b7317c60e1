! What the driver calls of 2DECOMP&FFT, with C names. Its state is global: one plan at a time.
! Arrays come as addresses; boxes are zero-based and given as (x, y, z), x fastest in memory.
module fftbench_decomp2d
   use, intrinsic :: iso_c_binding
   use mpi
   use decomp_2d
   use decomp_2d_constants
   use decomp_2d_mpi
   use decomp_2d_fft
   implicit none

   ! An engine holds pointers into itself: it must not move.
   type(decomp_2d_fft_engine), target, save, private :: engine
   ! How the spectrum of a real transform lies, known before the engine is made.
   type(decomp_info), target, save, private :: half
   integer, save, private :: format

contains

   integer(c_int) function d2d_real_bytes() bind(C)
      d2d_real_bytes = storage_size(1.0_mytype) / 8
   end function

   integer(c_int) function d2d_backend() bind(C)
      d2d_backend = D2D_FFT_BACKEND
   end function

   subroutine d2d_version(major, minor, released) bind(C)
      integer(c_int), intent(out) :: major, minor, released
      major = D2D_MAJOR
      minor = D2D_MINOR
      released = merge(1, 0, D2D_RELEASE)
   end subroutine

   subroutine d2d_start(n, p_row, p_col, comm, in_z) bind(C)
      integer(c_int), intent(in) :: n(3)
      integer(c_int), value :: p_row, p_col, comm, in_z
      integer :: rows, columns
      rows = p_row
      columns = p_col
      decomp_log = D2D_LOG_QUIET ! or it writes files
      ! Without complex_pool a complex transform of the whole grid aborts.
      call decomp_2d_init(n(1), n(2), n(3), rows, columns, comm=comm, complex_pool=.true.)
      if (in_z /= 0) then
         format = PHYSICAL_IN_Z
         call decomp_info_init(n(1), n(2), n(3) / 2 + 1, half)
      else
         format = PHYSICAL_IN_X
         call decomp_info_init(n(1) / 2 + 1, n(2), n(3), half)
      end if
   end subroutine

   ! The box of an array in the pencils of the field (spectral = 0) or in those of the spectrum,
   ! halved where a real transform halves it.
   subroutine d2d_box(spectral, halved, start, extent) bind(C)
      integer(c_int), value :: spectral, halved
      integer(c_int), intent(out) :: start(3), extent(3)
      type(decomp_info), pointer :: info
      info => decomp_main
      if (halved /= 0) info => half
      if ((format == PHYSICAL_IN_X) .eqv. (spectral == 0)) then
         start = info%xst - 1
         extent = info%xsz
      else
         start = info%zst - 1
         extent = info%zsz
      end if
   end subroutine

   subroutine d2d_plan(overwrite) bind(C)
      integer(c_int), value :: overwrite
      call engine%init(format, nx_global, ny_global, nz_global, opt_inplace=overwrite /= 0)
   end subroutine

   subroutine d2d_c2c(from, to, sign) bind(C)
      type(c_ptr), value :: from, to
      integer(c_int), value :: sign
      complex(mytype), pointer, contiguous :: source(:, :, :), image(:, :, :)
      integer(c_int) :: start(3), extent(3)
      call d2d_box(merge(0, 1, sign == DECOMP_2D_FFT_FORWARD), 0, start, extent)
      call c_f_pointer(from, source, extent)
      call d2d_box(merge(1, 0, sign == DECOMP_2D_FFT_FORWARD), 0, start, extent)
      call c_f_pointer(to, image, extent)
      call decomp_2d_fft_3d(source, image, sign)
   end subroutine

   subroutine d2d_r2c(from, to) bind(C)
      type(c_ptr), value :: from, to
      real(mytype), pointer, contiguous :: field(:, :, :)
      complex(mytype), pointer, contiguous :: spectrum(:, :, :)
      call real_and_half(from, to, field, spectrum)
      call decomp_2d_fft_3d(field, spectrum)
   end subroutine

   subroutine d2d_c2r(from, to) bind(C)
      type(c_ptr), value :: from, to
      real(mytype), pointer, contiguous :: field(:, :, :)
      complex(mytype), pointer, contiguous :: spectrum(:, :, :)
      call real_and_half(to, from, field, spectrum)
      call decomp_2d_fft_3d(spectrum, field)
   end subroutine

   subroutine real_and_half(real_address, half_address, field, spectrum)
      type(c_ptr), intent(in) :: real_address, half_address
      real(mytype), pointer, contiguous, intent(out) :: field(:, :, :)
      complex(mytype), pointer, contiguous, intent(out) :: spectrum(:, :, :)
      integer(c_int) :: start(3), extent(3)
      call d2d_box(0, 0, start, extent)
      call c_f_pointer(real_address, field, extent)
      call d2d_box(1, 1, start, extent)
      call c_f_pointer(half_address, spectrum, extent)
   end subroutine

   subroutine d2d_unplan() bind(C)
      call engine%fin()
   end subroutine

   subroutine d2d_stop() bind(C)
      call decomp_info_finalize(half)
      call decomp_2d_finalize()
   end subroutine

end module
