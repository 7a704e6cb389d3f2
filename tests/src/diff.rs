//! In: two texts. Out: their lines, with `-` before those only the first has and `+` before those only
//! the second has.

/// The difference between what is expected (`-`) and what was found (`+`).
#[must_use]
pub fn diff(expected: &str, found: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    // The length of the longest common sequence of lines from each pair of places on.
    let width = b.len() + 1;
    let mut common = vec![0_usize; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let mut out = String::new();
    let (mut i, mut j) = (0, 0);
    let mut line = |mark: char, line: &str| {
        out.push(mark);
        out.push(' ');
        out.push_str(line);
        out.push('\n');
    };
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            line(' ', a[i]);
            (i, j) = (i + 1, j + 1);
        } else if i < a.len() && (j == b.len() || common[(i + 1) * width + j] >= common[i * width + j + 1]) {
            line('-', a[i]);
            i += 1;
        } else {
            line('+', b[j]);
            j += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_that_differ_are_marked() {
        assert_eq!(super::diff("a\nb\nc", "a\nx\nc\nd"), "  a\n- b\n+ x\n  c\n+ d\n");
        assert_eq!(super::diff("", "a"), "+ a\n");
    }
}
