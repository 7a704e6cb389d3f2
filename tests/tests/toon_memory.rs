//! How much memory writing takes: the counts are the same on every machine.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

#[path = "../benches/toon/data.rs"]
mod data;

use agentc::Prompt;
use allocation_counter::{AllocationInfo, measure};

fn measured(write: impl FnOnce() -> String) -> (AllocationInfo, usize) {
    let mut size = 0;
    let info = measure(|| size = write().len());
    (info, size)
}

#[test]
fn a_thousand_rows_take_few_allocations_and_little_more_than_their_text() {
    let rows = data::rows();
    let (info, size) = measured(|| agentc::toon::to_string(&rows).unwrap());
    assert!(info.count_total <= 8, "{info:?}");
    assert!(info.bytes_max * 10 <= size as u64 * 13, "{size} bytes: {info:?}");
    let inputs = data::Rows { rows: &rows };
    let (info, size) = measured(|| inputs.render());
    assert_eq!(info.count_total, 1);
    assert!(info.bytes_max * 10 <= size as u64 * 11, "{size} bytes: {info:?}");
}

#[test]
fn many_strings_take_few_allocations() {
    let strings = data::strings();
    let (info, size) = measured(|| agentc::toon::to_string(&strings).unwrap());
    assert!(info.count_total <= 8, "{info:?}");
    // The text moves once more when its length is believed.
    assert!(info.bytes_max <= size as u64 * 2, "{size} bytes: {info:?}");
}

/// A length that is not true costs no memory.
#[test]
fn a_length_is_not_believed() {
    struct Long;
    impl serde::Serialize for Long {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq;
            let mut seq = serializer.serialize_seq(Some(usize::MAX))?;
            for _ in 0..2000 {
                seq.serialize_element("a")?;
            }
            seq.end()
        }
    }
    let (info, _) = measured(|| agentc::toon::to_string(&Long).unwrap());
    assert!(info.bytes_max < 300_000, "{info:?}");
    assert!(agentc::toon::to_string(&Long).unwrap().starts_with("[2000]: a,a"));
    let map: std::collections::HashMap<u8, u8> = (0..3).map(|key| (key, key)).collect();
    let _ = (data::config(), agentc::toon::to_string(&map).unwrap());
}
