//! "Did you mean": the known name nearest to an unknown one.

/// The known name most like `name`: at most one slip in three characters, where case and the separators `-`
/// and `_` do not count.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = fold(name);
    let budget = plain.chars().count() / 3;
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&plain, &fold(candidate)), candidate))
        .filter(|&(distance, _)| distance <= budget)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

fn fold(name: &str) -> String {
    // Names beyond any that a person types are not worth comparing, and comparing is quadratic.
    name.chars().take(64).filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_slips_of_the_hand() {
        let known = ["prompt", "model", "maxTurns", "inputs"];
        assert_eq!(nearest("promtp", known), Some("prompt"));
        assert_eq!(nearest("Model", known), Some("model"));
        assert_eq!(nearest("max_turns", known), Some("maxTurns"));
        assert_eq!(nearest("input", known), Some("inputs"));
        assert_eq!(nearest("top-p", known), None);
        assert_eq!(nearest("zebra", ["topic", "user"]), None);
        assert_eq!(nearest("flg", ["flag"]), Some("flag"));
        assert_eq!(nearest("HOME", ["name"]), None);
        assert_eq!(nearest("x", ["y"]), None);
    }
}
