//! What JavaScript calls: memory of this module, and the call itself.
//!
//! ```text
//! place = sos_alloc(length)                              for the request and for the module, which the call takes over
//! answer = sos_call(request, length, module, length)     the place of an Answer
//! sos_free(answer)
//! ```
#![allow(unsafe_code)]

use crate::call::call;

/// Where the parts of an answer are. JavaScript reads the four words.
#[repr(C)]
#[derive(Debug)]
pub struct Answer {
    text: *const u8,
    text_length: usize,
    bytes: *const u8,
    bytes_length: usize,
    /// What the first four words are about.
    parts: (String, Vec<u8>),
}

/// Memory for what a call takes.
#[no_mangle]
pub extern "C" fn sos_alloc(length: usize) -> *mut u8 {
    let memory = vec![0u8; length].into_boxed_slice();
    Box::into_raw(memory).cast()
}

/// Answers a request.
///
/// # Safety
/// Both places are from [`sos_alloc`], with these lengths, and are not used again.
#[no_mangle]
pub unsafe extern "C" fn sos_call(
    request: *mut u8,
    request_length: usize,
    module: *mut u8,
    module_length: usize,
) -> *mut Answer {
    // SAFETY: as the caller promises.
    let [request, module] =
        [(request, request_length), (module, module_length)].map(|(place, length)| unsafe {
            Box::from_raw(core::ptr::slice_from_raw_parts_mut(place, length))
        });
    let parts = call(&request, &module);
    let (text, bytes) = (parts.0.as_bytes(), parts.1.as_slice());
    Box::into_raw(Box::new(Answer {
        text: text.as_ptr(),
        text_length: text.len(),
        bytes: bytes.as_ptr(),
        bytes_length: bytes.len(),
        parts,
    }))
}

/// Frees an answer.
///
/// # Safety
/// It is from [`sos_call`], and is not used again.
#[no_mangle]
pub unsafe extern "C" fn sos_free(answer: *mut Answer) {
    // SAFETY: as the caller promises.
    drop(unsafe { Box::from_raw(answer) }.parts);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory with some bytes.
    fn placed(bytes: &[u8]) -> (*mut u8, usize) {
        let place = sos_alloc(bytes.len());
        // SAFETY: there is that much.
        unsafe { std::slice::from_raw_parts_mut(place, bytes.len()) }.copy_from_slice(bytes);
        (place, bytes.len())
    }

    #[test]
    fn an_answer_has_its_parts() {
        let (request, length) = placed(br#"{"call": "devices"}"#);
        let (module, module_length) = placed(b"");
        // SAFETY: as both ask for.
        unsafe {
            let answer = sos_call(request, length, module, module_length);
            let text = std::slice::from_raw_parts((*answer).text, (*answer).text_length);
            assert!(text.starts_with(b"{\"devices\":[{"));
            assert_eq!((*answer).bytes_length, 0);
            sos_free(answer);
        }
    }
}
