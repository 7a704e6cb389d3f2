//! The output buffer of rendered prompts.
//!
//! In: runs of pieces (literals and values). Out: text appended to the caller's `String`, with one
//! reservation for the whole prompt and none after it.

use crate::number;

mod append;
pub(crate) mod bytes;
mod search;
#[cfg(target_arch = "x86_64")]
mod sse2;

pub(crate) use append::{Lead, push_ascii, push_if, push_line, push_short};
pub(crate) use search::{Name, Plain, Unescaped, all};

/// Something that writes itself into a prompt without `fmt` machinery.
pub trait Piece {
    /// The bytes [`write`](Piece::write) appends.
    fn size_hint(&self) -> usize;
    /// Appends the text of this piece.
    fn write(&self, out: &mut String);
}

/// Appends pieces to a `String`.
#[derive(Debug)]
pub struct Buf<'a> {
    out: &'a mut String,
}

impl<'a> Buf<'a> {
    /// A buffer that appends to `out`, with room for `size` more bytes.
    #[inline]
    pub fn append(out: &'a mut String, size: usize) -> Self {
        out.reserve(size);
        Self { out }
    }

    /// Appends one piece or a tuple of them.
    #[inline]
    pub fn piece(&mut self, pieces: impl Piece) {
        pieces.write(self.out);
    }
}

impl Piece for str {
    #[inline]
    fn size_hint(&self) -> usize {
        self.len()
    }
    #[inline]
    fn write(&self, out: &mut String) {
        out.push_str(self);
    }
}

impl<P: Piece + ?Sized> Piece for &P {
    #[inline]
    fn size_hint(&self) -> usize {
        (**self).size_hint()
    }
    #[inline]
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

/// What an absent optional input prints: nothing.
impl<P: Piece> Piece for Option<P> {
    #[inline]
    fn size_hint(&self) -> usize {
        self.as_ref().map_or(0, Piece::size_hint)
    }
    #[inline]
    fn write(&self, out: &mut String) {
        if let Some(piece) = self {
            piece.write(out);
        }
    }
}

impl Piece for bool {
    #[inline]
    fn size_hint(&self) -> usize {
        if *self { 4 } else { 5 }
    }
    #[inline]
    fn write(&self, out: &mut String) {
        push_short(out, Lead::NONE, if *self { "true" } else { "false" });
    }
}

impl Piece for f64 {
    #[inline]
    fn size_hint(&self) -> usize {
        number::f64_len(*self)
    }
    #[inline]
    fn write(&self, out: &mut String) {
        number::push_f64(out, *self);
    }
}

impl Piece for f32 {
    #[inline]
    fn size_hint(&self) -> usize {
        number::f32_len(*self)
    }
    #[inline]
    fn write(&self, out: &mut String) {
        number::push_f32(out, *self);
    }
}

macro_rules! integer_pieces {
    ($($unsigned:ident $signed:ident)*) => {$(
        impl Piece for $unsigned {
            #[inline]
            fn size_hint(&self) -> usize {
                number::integer_len(*self as u128, false)
            }
            #[inline]
            fn write(&self, out: &mut String) {
                number::push_integer(out, *self);
            }
        }
        impl Piece for $signed {
            #[inline]
            fn size_hint(&self) -> usize {
                number::integer_len(self.unsigned_abs() as u128, *self < 0)
            }
            #[inline]
            fn write(&self, out: &mut String) {
                number::push_integer(out, *self);
            }
        }
    )*};
}
integer_pieces!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);

macro_rules! tuple_pieces {
    ($($name:ident)+) => {
        impl<$($name: Piece),+> Piece for ($($name,)+) {
            #[inline]
            #[allow(non_snake_case)]
            fn size_hint(&self) -> usize {
                let ($($name,)+) = self;
                0 $(+ $name.size_hint())+
            }
            #[inline]
            #[allow(non_snake_case)]
            fn write(&self, out: &mut String) {
                let ($($name,)+) = self;
                $($name.write(out);)+
            }
        }
    };
}
tuple_pieces!(A);
tuple_pieces!(A B);
tuple_pieces!(A B C);
tuple_pieces!(A B C D);
tuple_pieces!(A B C D E);
tuple_pieces!(A B C D E F);
tuple_pieces!(A B C D E F G);
tuple_pieces!(A B C D E F G H);
tuple_pieces!(A B C D E F G H I);
tuple_pieces!(A B C D E F G H I J);
tuple_pieces!(A B C D E F G H I J K);
tuple_pieces!(A B C D E F G H I J K L);
tuple_pieces!(A B C D E F G H I J K L M);
tuple_pieces!(A B C D E F G H I J K L M N);
tuple_pieces!(A B C D E F G H I J K L M N O);
tuple_pieces!(A B C D E F G H I J K L M N O P);

/// The longest tuple that is a [`Piece`]; longer runs are written as several.
pub const MAX_RUN: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_written_in_order_within_its_hint() {
        let run = ("n=", -12_i64, " ", 0.5, " ", true, " ", Some("x"), None::<&str>, u64::MAX);
        let mut out = String::from("> ");
        Buf::append(&mut out, run.size_hint()).piece(run);
        assert_eq!(out, "> n=-12 0.5 true x18446744073709551615");
    }

    #[test]
    fn one_reservation_is_enough() {
        let run = ("text", 1_u8, false, 2.0_f64);
        let mut out = String::new();
        let mut buf = Buf::append(&mut out, run.size_hint());
        buf.piece(run);
        assert_eq!(out, "text1false2");
        assert_eq!(out.len(), run.size_hint());
        assert_eq!(out.capacity(), run.size_hint());
    }
}
