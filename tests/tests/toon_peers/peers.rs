//! The crates we compare with, behind one pair of functions each.

/// `serde_toon`, strict.
pub mod serde_toon_peer {
    use agentc_text::Value;
    use agentc_text::toon::Delimiter;
    use serde_toon::{DecodeOptions, ToonOptions};

    pub fn write(value: &Value, delimiter: Delimiter) -> String {
        let delimiter = match delimiter {
            Delimiter::Comma => serde_toon::Delimiter::Comma,
            Delimiter::Tab => serde_toon::Delimiter::Tab,
            Delimiter::Pipe => serde_toon::Delimiter::Pipe,
        };
        serde_toon::to_string_with_options(value, ToonOptions::new().with_delimiter(delimiter)).unwrap()
    }

    pub fn read(text: &str) -> Result<Value, String> {
        serde_toon::from_str_with_options(text, DecodeOptions::strict()).map_err(|error| error.to_string())
    }
}

/// `toon-format` 0.6.1, strict.
pub mod toon_format_peer {
    use agentc_text::Value;
    use agentc_text::toon::Delimiter;
    use toon_format::{DecodeOptions, EncodeOptions};

    pub fn write(value: &Value, delimiter: Delimiter) -> String {
        let delimiter = match delimiter {
            Delimiter::Comma => toon_format::Delimiter::Comma,
            Delimiter::Tab => toon_format::Delimiter::Tab,
            Delimiter::Pipe => toon_format::Delimiter::Pipe,
        };
        toon_format::encode(value, &EncodeOptions::new().with_delimiter(delimiter)).unwrap()
    }

    pub fn read(text: &str) -> Result<Value, String> {
        toon_format::decode(text, &DecodeOptions::new()).map_err(|error| error.to_string())
    }
}
