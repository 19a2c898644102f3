//! Names the tools in messages that name commands.

use chunk::diag::Diagnostic;

/// Rewrites the commands in the messages and the help of problems.
pub(super) fn name_tools(problems: &mut [Diagnostic]) {
    for problem in problems {
        problem.message = with_tools(&problem.message);
        problem.help.iter_mut().for_each(|help| *help = with_tools(help));
    }
}

/// Returns a text in which commands that have a tool are calls of that tool; other text stays.
pub(super) fn with_tools(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('`') {
        let Some((code, after)) = behind.split_once('`') else { break };
        out.push_str(before);
        out.push_str(&tool_for(code).unwrap_or_else(|| format!("`{code}`")));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns the call that does what a command does.
fn tool_for(command: &str) -> Option<String> {
    let words: Vec<&str> = command.strip_prefix("chunk ")?.split(' ').collect();
    match words[..] {
        ["undo"] => Some("`undo`".to_owned()),
        ["undo", "--list"] => Some("`undo` with `list: true`".to_owned()),
        ["undo", id] => Some(format!("`undo` with `id: {id}`")),
        ["symbols", path] => Some(format!("`read_file` with `path: {path}` and `outline: true`")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::with_tools;

    #[test]
    fn commands_become_calls_of_tools() {
        for (text, expected) in [
            ("run `chunk undo`, then", "run `undo`, then"),
            ("`chunk undo --list` shows them", "`undo` with `list: true` shows them"),
            ("`chunk undo ID` and `a`", "`undo` with `id: ID` and `a`"),
            ("`chunk symbols a/b.py` lists", "`read_file` with `path: a/b.py` and `outline: true` lists"),
            ("`chunk uses a.py f`", "`chunk uses a.py f`"),
            ("one ` alone", "one ` alone"),
        ] {
            assert_eq!(with_tools(text), expected);
        }
    }
}
