//! Appending short texts.
//!
//! In: a text, and which bytes it may have. Out: the text appended, if it has no others.
//!
//! `String::push_str` calls a function that copies; a short text is stored at once instead, as two pieces
//! that may overlap. Its bytes are looked at on the way.

use super::search::{Allowed, Any, block, twice, two};

const LINE: [u8; 16] = *b"\n               ";

/// Appends a line feed and spaces.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn push_line(out: &mut String, indentation: usize) {
    let start = out.len();
    if indentation >= LINE.len() || out.capacity() - start < LINE.len() {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indentation));
        return;
    }
    // SAFETY: there is room for the whole of `LINE`, since the capacity was looked at; of its bytes, which are
    // ASCII, one more than the indentation are kept, and that is at most all of them.
    unsafe {
        let bytes = out.as_mut_vec();
        bytes.as_mut_ptr().add(start).cast::<[u8; 16]>().write(LINE);
        bytes.set_len(start + 1 + indentation);
    }
}

/// Appends the first of some ASCII characters.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn push_ascii(out: &mut String, text: [u8; 8], length: usize) {
    // Of anything else it makes ASCII.
    let text = (u64::from_le_bytes(text) & 0x7f7f_7f7f_7f7f_7f7f).to_le_bytes();
    let start = out.len();
    if length > text.len() || out.capacity() - start < text.len() {
        return out.extend(text.iter().take(length).map(|byte| char::from(*byte)));
    }
    // SAFETY: there is room for all of them, since the capacity was looked at; they are ASCII, and no more of them
    // are kept than there are.
    unsafe {
        let bytes = out.as_mut_vec();
        bytes.as_mut_ptr().add(start).cast::<[u8; 8]>().write(text);
        bytes.set_len(start + length);
    }
}

/// What stands before a text: up to two ASCII characters, which are stored with it.
#[derive(Clone, Copy)]
pub(crate) struct Lead {
    text: [u8; 2],
    length: u8,
}

impl Lead {
    pub const NONE: Self = Self { text: [0; 2], length: 0 };
    pub const QUOTE: Self = Self::of(b'"');
    pub const BRACKET: Self = Self::of(b'[');
    pub const COLON: Self = Self { text: *b": ", length: 2 };

    pub const fn of(character: u8) -> Self {
        Self { text: [character & 0x7f, 0], length: 1 }
    }

    /// Appends what there is.
    #[inline]
    pub fn push_to(self, out: &mut String) {
        let [first, second] = self.text;
        push_ascii(out, [first, second, 0, 0, 0, 0, 0, 0], self.length.into());
    }
}

/// Appends a text as `String::push_str` does.
#[inline]
pub(crate) fn push_short(out: &mut String, lead: Lead, text: &str) {
    if !push_if(out, lead, text, Any) {
        push_long(out, lead, text);
    }
}

/// The same, out of the way of what is short.
#[cold]
#[inline(never)]
fn push_long(out: &mut String, lead: Lead, text: &str) {
    lead.push_to(out);
    out.push_str(text);
}

/// Appends a text if it is short, has none but these bytes, and there is room for it; whether it did. It calls
/// nothing, so that its callers need not save what they have in registers.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn push_if(out: &mut String, lead: Lead, text: &str, allowed: impl Allowed) -> bool {
    let bytes = text.as_bytes();
    let room = if lead.length == 0 { 0 } else { lead.text.len() };
    if bytes.len() > 32 || out.capacity() - out.len() < room + bytes.len() {
        return false;
    }
    // SAFETY, of all calls: there is room for the text and what stands before it; its first and last bytes are
    // pieces of the length that was asked for, and it is no longer than both, since it is shorter than the pieces
    // asked for before.
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let passes = allowed.blocks([block(first), block(last)]);
        if passes {
            unsafe { push_ends::<16>(out, lead, bytes.len(), *first, *last) }
        }
        return passes;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let passes = allowed.blocks([two(first, last)]);
        if passes {
            unsafe { push_ends::<8>(out, lead, bytes.len(), *first, *last) }
        }
        return passes;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let passes = allowed.blocks([twice(first, last)]);
        if passes {
            unsafe { push_ends::<4>(out, lead, bytes.len(), *first, *last) }
        }
        return passes;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let passes =
            first.iter().all(|byte| allowed.byte(*byte)) & last.iter().all(|byte| allowed.byte(*byte));
        if passes {
            unsafe { push_ends::<2>(out, lead, bytes.len(), *first, *last) }
        }
        return passes;
    }
    let [byte] = bytes else { return false };
    let passes = allowed.byte(*byte);
    if passes {
        unsafe { push_ends::<1>(out, lead, 1, [*byte], [*byte]) }
    }
    passes
}

/// Appends a text of which the first and the last bytes are given.
///
/// # Safety
/// There is room for it, and for two bytes more if something stands before it, and these bytes cover it: its
/// length is from `N` to `2 * N`.
#[inline]
#[allow(unsafe_code)]
unsafe fn push_ends<const N: usize>(
    out: &mut String,
    lead: Lead,
    length: usize,
    first: [u8; N],
    last: [u8; N],
) {
    // SAFETY: all pieces lie within the room. All bytes of what stands before the text, which is ASCII and no
    // longer than its piece, and of the text are written, so that the whole stays UTF-8.
    unsafe {
        let bytes = out.as_mut_vec();
        let start = bytes.len();
        let mut to = bytes.as_mut_ptr().add(start);
        if lead.length > 0 {
            to.cast::<[u8; 2]>().write(lead.text);
            to = to.add(lead.length.into());
        }
        to.cast::<[u8; N]>().write(first);
        to.add(length - N).cast::<[u8; N]>().write(last);
        bytes.set_len(start + usize::from(lead.length) + length);
    }
}
