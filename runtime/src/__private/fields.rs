//! What the fields of a user's own struct may be, for each declared type (Rust surface, section 4).
//!
//! `#[derive(agentc::Prompt)]` reads every field through one of these traits. `LINE` is the line of the
//! prompt file that declares the field and `SHAPE` stands for the declared object or enum, so that the
//! compiler can say both of a field that does not fit. Not for use by hand.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use agentc_text::buf::Piece;

/// What is accepted for `string`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text, and line {LINE} of the prompt file declares a `string`",
    label = "a `string` is declared for this field",
    note = "accepted is what derefs to `str`: `&str`, `String`, `Cow<str>`, `Box<str>`, `Arc<str>`, `Rc<str>`"
)]
pub trait Text<const LINE: usize> {
    /// The text.
    fn text(&self) -> &str;
}

/// What is accepted for `number`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number, and line {LINE} of the prompt file declares a `number`",
    label = "a `number` is declared for this field",
    note = "accepted is every integer and float type"
)]
pub trait Number<const LINE: usize> {
    /// What writes the number.
    type Piece: Piece;
    /// The number.
    fn number(&self) -> Self::Piece;
}

/// What is accepted for `boolean`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no boolean, and line {LINE} of the prompt file declares a `boolean`",
    label = "a `boolean` is declared for this field",
    note = "accepted is `bool`"
)]
pub trait Boolean<const LINE: usize> {
    /// The boolean.
    fn boolean(&self) -> bool;
}

/// What is accepted for an enum `a|b`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the enum that line {LINE} of the prompt file declares",
    label = "an enum is declared for this field",
    note = "accepted is an enum with `#[derive(agentc::Prompt)]` and `#[prompt(path = \"…\", of = \"…\")]` that \
            names this part of the file"
)]
pub trait Word<const LINE: usize, const SHAPE: u64> {
    /// The word as the file writes it.
    fn word(&self) -> &'static str;
}

/// What is accepted for an object `{…}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the object that line {LINE} of the prompt file declares",
    label = "an object is declared for this field",
    note = "accepted is a struct with `#[derive(agentc::Prompt)]` and `#[prompt(path = \"…\", of = \"…\")]` that \
            names this part of the file"
)]
pub trait Object<const LINE: usize, const SHAPE: u64> {
    /// The struct itself, without the references before it.
    type Struct;
    /// The object.
    fn object(&self) -> &Self::Struct;
}

/// A field of a struct that stands for an object. `NAME` stands for its declared name.
#[diagnostic::on_unimplemented(message = "`{Self}` lacks a field that the prompt file declares")]
pub trait Field<const NAME: u64> {
    /// Its type.
    type Type: ?Sized;
    /// The field.
    fn field(&self) -> &Self::Type;
}

/// What is accepted for `T[]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list, and line {LINE} of the prompt file declares an array",
    label = "an array is declared for this field",
    note = "accepted are `Vec<T>`, slices and arrays, and references to them"
)]
pub trait List<const LINE: usize> {
    /// What is in it.
    type Item;
    /// Its elements.
    fn list(&self) -> &[Self::Item];
}

impl<const LINE: usize> Text<LINE> for str {
    #[inline]
    fn text(&self) -> &str {
        self
    }
}

impl<const LINE: usize> Text<LINE> for String {
    #[inline]
    fn text(&self) -> &str {
        self
    }
}

impl<const LINE: usize, T: Text<LINE> + ToOwned + ?Sized> Text<LINE> for Cow<'_, T> {
    #[inline]
    fn text(&self) -> &str {
        (**self).text()
    }
}

impl<const LINE: usize> Boolean<LINE> for bool {
    #[inline]
    fn boolean(&self) -> bool {
        *self
    }
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl<const LINE: usize> Number<LINE> for $number {
            type Piece = Self;
            #[inline]
            fn number(&self) -> Self {
                *self
            }
        }
    )*};
}
numbers!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize f32 f64);

impl<const LINE: usize, T> List<LINE> for [T] {
    type Item = T;
    #[inline]
    fn list(&self) -> &[T] {
        self
    }
}

impl<const LINE: usize, T> List<LINE> for Vec<T> {
    type Item = T;
    #[inline]
    fn list(&self) -> &[T] {
        self
    }
}

impl<const LINE: usize, T, const N: usize> List<LINE> for [T; N] {
    type Item = T;
    #[inline]
    fn list(&self) -> &[T] {
        self
    }
}

impl<const LINE: usize, T> List<LINE> for Cow<'_, [T]>
where
    [T]: ToOwned,
{
    type Item = T;
    #[inline]
    fn list(&self) -> &[T] {
        self
    }
}

/// Whatever is accepted is accepted behind a pointer too.
macro_rules! behind_pointers {
    ($($pointer:ty),*) => {$(
        impl<const LINE: usize, T: Text<LINE> + ?Sized> Text<LINE> for $pointer {
            #[inline]
            fn text(&self) -> &str {
                (**self).text()
            }
        }
        impl<const LINE: usize, T: Number<LINE> + ?Sized> Number<LINE> for $pointer {
            type Piece = T::Piece;
            #[inline]
            fn number(&self) -> T::Piece {
                (**self).number()
            }
        }
        impl<const LINE: usize, T: Boolean<LINE> + ?Sized> Boolean<LINE> for $pointer {
            #[inline]
            fn boolean(&self) -> bool {
                (**self).boolean()
            }
        }
        impl<const LINE: usize, const SHAPE: u64, T: Word<LINE, SHAPE> + ?Sized> Word<LINE, SHAPE> for $pointer {
            #[inline]
            fn word(&self) -> &'static str {
                (**self).word()
            }
        }
        impl<const LINE: usize, const SHAPE: u64, T: Object<LINE, SHAPE> + ?Sized> Object<LINE, SHAPE> for $pointer {
            type Struct = T::Struct;
            #[inline]
            fn object(&self) -> &T::Struct {
                (**self).object()
            }
        }
        impl<const LINE: usize, T: List<LINE> + ?Sized> List<LINE> for $pointer {
            type Item = T::Item;
            #[inline]
            fn list(&self) -> &[T::Item] {
                (**self).list()
            }
        }
    )*};
}
behind_pointers!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);

/// For inputs that may be left out: an `Option` of what is accepted, or what is accepted itself where the
/// caller always has it.
macro_rules! optional {
    ($(
        $(#[$attribute:meta])*
        $optional:ident<$(const $parameter:ident: $kind:ty),*> for $accepted:ident,
        $(type $associated:ident $(: $bound:path)?,)?
        fn $method:ident -> $output:ty = $value:ident => $read:expr;
    )*) => {$(
        $(#[$attribute])*
        pub trait $optional<$(const $parameter: $kind),*> {
            $(
                /// What is in it.
                type $associated $(: $bound)?;
            )?
            /// The value, if it is given.
            fn $method(&self) -> Option<$output>;
        }

        impl<$(const $parameter: $kind,)* T: $accepted<$($parameter),*>> $optional<$($parameter),*> for T {
            $(type $associated = T::$associated;)?
            #[inline]
            fn $method(&self) -> Option<$output> {
                let $value = self;
                Some($read)
            }
        }

        impl<$(const $parameter: $kind,)* T: $accepted<$($parameter),*>> $optional<$($parameter),*> for Option<T> {
            $(type $associated = T::$associated;)?
            #[inline]
            fn $method(&self) -> Option<$output> {
                self.as_ref().map(|$value| $read)
            }
        }

        impl<$(const $parameter: $kind,)* T: $accepted<$($parameter),*>> $optional<$($parameter),*> for &Option<T> {
            $(type $associated = T::$associated;)?
            #[inline]
            fn $method(&self) -> Option<$output> {
                self.as_ref().map(|$value| $read)
            }
        }
    )*};
}

optional! {
    /// What is accepted for an optional `string`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no text, and line {LINE} of the prompt file declares an optional `string`",
        label = "an optional `string` is declared for this field",
        note = "accepted is `Option<T>` or `T`, where `T` derefs to `str`"
    )]
    OptionalText<const LINE: usize> for Text, fn optional_text -> &str = value => value.text();

    /// What is accepted for an optional `number`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no number, and line {LINE} of the prompt file declares an optional `number`",
        label = "an optional `number` is declared for this field",
        note = "accepted is `Option<T>` or `T`, where `T` is an integer or float type"
    )]
    OptionalNumber<const LINE: usize> for Number, type Piece: Piece,
    fn optional_number -> Self::Piece = value => value.number();

    /// What is accepted for an optional `boolean`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no boolean, and line {LINE} of the prompt file declares an optional `boolean`",
        label = "an optional `boolean` is declared for this field",
        note = "accepted is `Option<bool>` or `bool`"
    )]
    OptionalBoolean<const LINE: usize> for Boolean, fn optional_boolean -> bool = value => value.boolean();

    /// What is accepted for an optional enum.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not the enum that line {LINE} of the prompt file declares as optional",
        label = "an optional enum is declared for this field",
        note = "accepted is `Option<T>` or `T`, where `T` is an enum with `#[derive(agentc::Prompt)]` and \
                `#[prompt(path = \"…\", of = \"…\")]` that names this part of the file"
    )]
    OptionalWord<const LINE: usize, const SHAPE: u64> for Word,
    fn optional_word -> &'static str = value => value.word();

    /// What is accepted for an optional object.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not the object that line {LINE} of the prompt file declares as optional",
        label = "an optional object is declared for this field",
        note = "accepted is `Option<T>` or `T`, where `T` is a struct with `#[derive(agentc::Prompt)]` and \
                `#[prompt(path = \"…\", of = \"…\")]` that names this part of the file"
    )]
    OptionalObject<const LINE: usize, const SHAPE: u64> for Object, type Struct,
    fn optional_object -> &Self::Struct = value => value.object();

    /// What is accepted for an optional array.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no list, and line {LINE} of the prompt file declares an optional array",
        label = "an optional array is declared for this field",
        note = "accepted is `Option<T>` or `T`, where `T` is a `Vec`, slice or array, or a reference to one"
    )]
    OptionalList<const LINE: usize> for List, type Item,
    fn optional_list -> &[Self::Item] = value => value.list();
}

/// Fits everywhere: what a struct with errors of its own holds, so that its user is told of them alone.
#[derive(Debug)]
pub struct Anything;

#[diagnostic::do_not_recommend]
impl<const LINE: usize> Text<LINE> for Anything {
    fn text(&self) -> &str {
        ""
    }
}

#[diagnostic::do_not_recommend]
impl<const LINE: usize> Number<LINE> for Anything {
    type Piece = u8;
    fn number(&self) -> u8 {
        0
    }
}

#[diagnostic::do_not_recommend]
impl<const LINE: usize> Boolean<LINE> for Anything {
    fn boolean(&self) -> bool {
        false
    }
}

#[diagnostic::do_not_recommend]
impl<const LINE: usize, const SHAPE: u64> Word<LINE, SHAPE> for Anything {
    fn word(&self) -> &'static str {
        ""
    }
}

#[diagnostic::do_not_recommend]
impl<const LINE: usize, const SHAPE: u64> Object<LINE, SHAPE> for Anything {
    type Struct = Self;
    fn object(&self) -> &Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<const NAME: u64> Field<NAME> for Anything {
    type Type = Self;
    fn field(&self) -> &Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<const LINE: usize> List<LINE> for Anything {
    type Item = Self;
    fn list(&self) -> &[Self] {
        &[]
    }
}
