/// Asks the processor to bring something near that will be read soon, and goes on without waiting.
/// Where a processor has no such wish, nothing happens.
#[inline]
#[allow(unsafe_code, reason = "there is no safe name for this instruction")]
pub(crate) fn prefetch<T>(wanted: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction may be given any address at all, and this one is of something.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = wanted;
}
