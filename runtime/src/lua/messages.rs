//! The message list of a section (section 3.1 of the dynamic prompt specification).

use std::sync::Arc;

use mlua::{AnyUserData, LuaString, MetaMethod, UserData, UserDataMethods, Value};

use super::meter::Meter;

/// `messages`: appends with `messages:user(text)` and so on, counts with `#`, reads with an index.
pub(super) struct Messages {
    list: Vec<Arc<str>>,
    roles: Vec<&'static str>,
    bytes: usize,
    meter: Arc<Meter>,
}

/// One record of the list.
struct Message {
    role: &'static str,
    content: Arc<str>,
}

impl Messages {
    pub(super) fn new(meter: Arc<Meter>) -> Self {
        Self { list: Vec::new(), roles: Vec::new(), bytes: 0, meter }
    }

    fn push(&mut self, role: &'static str, text: &str) -> mlua::Result<()> {
        // A record is not free even if it is empty.
        self.bytes += text.len() + size_of::<Message>();
        self.meter.text(self.bytes)?;
        self.list.push(text.into());
        self.roles.push(role);
        Ok(())
    }
}

impl UserData for Messages {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        for role in ["user", "system", "assistant"] {
            methods.add_function(role, move |_, (this, text): (AnyUserData, LuaString)| {
                let text = text.to_str().map_err(|_| mlua::Error::runtime("a message must be UTF-8"))?;
                this.borrow_mut::<Self>()?.push(role, &text)?;
                Ok(this)
            });
        }
        methods.add_meta_method(MetaMethod::Len, |_, this, ()| Ok(this.list.len()));
        methods.add_meta_method(MetaMethod::Index, |lua, this, index: Value| {
            let place = index.as_integer().and_then(|index| usize::try_from(index).ok()?.checked_sub(1));
            match place.and_then(|place| Some((this.roles.get(place)?, this.list.get(place)?))) {
                Some((role, content)) => {
                    lua.create_userdata(Message { role, content: Arc::clone(content) }).map(Value::UserData)
                }
                None => Ok(Value::Nil),
            }
        });
    }
}

impl UserData for Message {
    fn add_fields<F: mlua::UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("role", |lua, this| lua.create_string(this.role));
        fields.add_field_method_get("content", |lua, this| lua.create_string(this.content.as_bytes()));
    }
}
