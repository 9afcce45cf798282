//! The functions of the C library that change files, as the program finds them.
//!
//! Each does what the C library would do, by a system call of its own (rustix uses no C library
//! here), so that nothing is done twice.

#![expect(unsafe_code, reason = "functions of the C library are unsafe to stand in for")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use rustix::fs::{Mode, OFlags, SeekFrom};
use rustix::io::Errno;

use crate::record::{Entry, Record};

/// Where everything is recorded.
struct Recorder {
    folder: PathBuf,
    record: OwnedFd,
    /// How many entries there are. What is done is done while this is locked, so that the record has
    /// it in order.
    entries: Mutex<u64>,
}

static RECORDER: LazyLock<Option<Recorder>> = LazyLock::new(|| {
    let folder = PathBuf::from(std::env::var_os("PARLOR_RECORDED_FOLDER")?);
    let record = std::env::var_os("PARLOR_RECORD")?;
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND | OFlags::CLOEXEC;
    let record = rustix::fs::open(record, flags, Mode::RUSR | Mode::WUSR).ok()?;
    Some(Recorder { folder, record, entries: Mutex::new(0) })
});

impl Recorder {
    /// The name of a file in the folder; empty for the folder itself.
    fn name(&self, path: &Path) -> Option<String> {
        path.strip_prefix(&self.folder).ok()?.to_str().map(str::to_owned)
    }

    fn name_of(&self, file: BorrowedFd<'_>) -> Option<String> {
        use std::os::fd::AsRawFd;
        self.name(&fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()?)
    }

    fn write_down(&self, entries: &mut u64, file: String, what: Record) {
        let entry = Entry { file, what }.to_bytes();
        let mut left = &entry[..];
        while !left.is_empty() {
            // Without a whole record the test would prove nothing.
            let Ok(written) = rustix::io::write(&self.record, left) else { std::process::abort() };
            left = &left[written..];
        }
        *entries += 1;
    }

    /// Writes down what is about to happen to a file, and has it happen.
    fn change<T>(&self, file: String, what: Record, happen: impl FnOnce() -> T) -> T {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        self.write_down(&mut entries, file, what);
        happen()
    }
}

/// What a function of the C library gives back.
fn answer<T>(result: Result<T, Errno>, done: impl FnOnce(T) -> isize) -> isize {
    unsafe extern "C" {
        fn __errno_location() -> *mut c_int;
    }
    match result {
        Ok(value) => done(value),
        Err(error) => {
            // SAFETY: the C library gives each thread a place for the number of its last error.
            unsafe { *__errno_location() = error.raw_os_error() };
            -1
        }
    }
}

/// What a function gives back for a file that is none.
fn no_file() -> isize {
    answer(Err(Errno::BADF), |()| 0)
}

/// A file that the program has opened.
///
/// # Safety
/// It must stay open meanwhile.
unsafe fn opened<'a>(file: c_int) -> Option<BorrowedFd<'a>> {
    // SAFETY: the caller says that it is open, and no file has a number below zero.
    (file >= 0).then(|| unsafe { BorrowedFd::borrow_raw(file) })
}

/// The bytes that a program wants to write.
///
/// # Safety
/// There have to be so many.
unsafe fn bytes<'a>(buffer: *const c_void, count: usize) -> &'a [u8] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller says that so many bytes are there.
    unsafe { std::slice::from_raw_parts(buffer.cast(), count) }
}

fn write_at(file: BorrowedFd<'_>, bytes: &[u8], at: u64) -> isize {
    let write = || rustix::io::pwrite(file, bytes, at);
    let written = match RECORDER.as_ref().and_then(|to| Some((to, to.name_of(file)?))) {
        Some((to, name)) => to.change(name, Record::Write { at, bytes: bytes.to_vec() }, write),
        None => write(),
    };
    answer(written, usize::cast_signed)
}

fn sync(file: BorrowedFd<'_>, sync: fn(BorrowedFd<'_>) -> Result<(), Errno>) -> c_int {
    let Some((to, name)) = RECORDER.as_ref().and_then(|to| Some((to, to.name_of(file)?))) else {
        return answer(sync(file), |()| 0) as c_int;
    };
    // Not while it is locked: others write meanwhile, and that may not be synced.
    let before = *to.entries.lock().unwrap_or_else(PoisonError::into_inner);
    let synced = sync(file);
    if synced.is_ok() {
        let mut entries = to.entries.lock().unwrap_or_else(PoisonError::into_inner);
        to.write_down(&mut entries, name, Record::Synced(before));
    }
    answer(synced, |()| 0) as c_int
}

fn truncate(file: BorrowedFd<'_>, length: i64) -> c_int {
    let length = length.cast_unsigned();
    let cut = || rustix::fs::ftruncate(file, length);
    let cut = match RECORDER.as_ref().and_then(|to| Some((to, to.name_of(file)?))) {
        Some((to, name)) => to.change(name, Record::Truncate(length), cut),
        None => cut(),
    };
    answer(cut, |()| 0) as c_int
}

/// # Safety
/// As for `write` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(file: c_int, buffer: *const c_void, count: usize) -> isize {
    // SAFETY: the caller has opened the file, and has so many bytes.
    let (Some(file), bytes) = (unsafe { (opened(file), bytes(buffer, count)) }) else {
        return no_file();
    };
    let write = || rustix::io::write(file, bytes);
    let Some((to, name)) = RECORDER.as_ref().and_then(|to| Some((to, to.name_of(file)?))) else {
        return answer(write(), usize::cast_signed);
    };
    let is_at_end = rustix::fs::fcntl_getfl(file).is_ok_and(|is| is.contains(OFlags::APPEND));
    let from = if is_at_end { SeekFrom::End(0) } else { SeekFrom::Current(0) };
    let written = match rustix::fs::seek(file.as_fd(), from) {
        Ok(at) => to.change(name, Record::Write { at, bytes: bytes.to_vec() }, write),
        Err(error) => Err(error),
    };
    answer(written, usize::cast_signed)
}

/// # Safety
/// As for `pwrite` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite(
    file: c_int,
    buffer: *const c_void,
    count: usize,
    at: i64,
) -> isize {
    // SAFETY: the caller has opened the file, and has so many bytes.
    let (Some(file), bytes) = (unsafe { (opened(file), bytes(buffer, count)) }) else {
        return no_file();
    };
    write_at(file, bytes, at.cast_unsigned())
}

/// # Safety
/// As for `pwrite` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite64(
    file: c_int,
    buffer: *const c_void,
    count: usize,
    at: i64,
) -> isize {
    // SAFETY: the same function by another name.
    unsafe { pwrite(file, buffer, count, at) }
}

/// # Safety
/// As for `fsync` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fsync(file: c_int) -> c_int {
    // SAFETY: the caller has opened the file.
    let Some(file) = (unsafe { opened(file) }) else { return no_file() as c_int };
    sync(file, |file| rustix::fs::fsync(file))
}

/// # Safety
/// As for `fdatasync` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fdatasync(file: c_int) -> c_int {
    // SAFETY: the caller has opened the file.
    let Some(file) = (unsafe { opened(file) }) else { return no_file() as c_int };
    sync(file, |file| rustix::fs::fdatasync(file))
}

/// # Safety
/// As for `ftruncate` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate(file: c_int, length: i64) -> c_int {
    // SAFETY: the caller has opened the file.
    let Some(file) = (unsafe { opened(file) }) else { return no_file() as c_int };
    truncate(file, length)
}

/// # Safety
/// As for `ftruncate` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ftruncate64(file: c_int, length: i64) -> c_int {
    // SAFETY: the same function by another name.
    unsafe { ftruncate(file, length) }
}

/// # Safety
/// As for `unlink` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unlink(path: *const c_char) -> c_int {
    // SAFETY: the caller has a text that ends with a zero.
    let path = unsafe { CStr::from_ptr(path) };
    let unlink = || rustix::fs::unlink(path);
    let name = |to: &Recorder| to.name(Path::new(path.to_str().ok()?));
    let unlinked = match RECORDER.as_ref().and_then(|to| Some((to, name(to)?))) {
        Some((to, name)) => to.change(name, Record::Unlink, unlink),
        None => unlink(),
    };
    answer(unlinked, |()| 0) as c_int
}

/// # Safety
/// As for `rename` of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rename(from: *const c_char, to: *const c_char) -> c_int {
    // SAFETY: the caller has texts that end with a zero.
    let (from, to) = unsafe { (CStr::from_ptr(from), CStr::from_ptr(to)) };
    let rename = || rustix::fs::rename(from, to);
    let name = |recorder: &Recorder, path: &CStr| recorder.name(Path::new(path.to_str().ok()?));
    let names = |recorder: &Recorder| Some((name(recorder, from)?, name(recorder, to)?));
    let renamed = match RECORDER.as_ref().and_then(|it| Some((it, names(it)?))) {
        Some((recorder, (from, to))) => recorder.change(from, Record::Rename(to), rename),
        None => rename(),
    };
    answer(renamed, |()| 0) as c_int
}
