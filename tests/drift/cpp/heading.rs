//! What the heading in front of a brace or a semicolon says: what it opens, and what that is called.

/// What a heading in front of a brace opens.
pub(super) enum Opened {
    /// A namespace, or a class with its name; parts of the path.
    Names(Vec<String>, bool),
    Function {
        name: String,
        tail: String,
    },
    Other,
}

pub(super) fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

fn is_macro(word: &str) -> bool {
    word.chars().all(|char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '_')
}

pub(super) fn ends_in_word(text: &str, words: &[&str]) -> bool {
    let last = text.trim_end().rsplit(|char| !is_word(char)).next().unwrap_or_default();
    words.contains(&last)
}

/// A text with nothing between its round and square brackets.
pub(super) fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    text.chars()
        .filter(|char| {
            let was_inside = depth > 0;
            match char {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 || !was_inside
        })
        .collect()
}

/// The byte behind the `>` that closes a `<` at the start.
fn behind_angles(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut last = ' ';
    for (at, char) in text.char_indices() {
        match char {
            '<' | '(' => depth += 1,
            '>' if last == '-' => {}
            '>' | ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
        last = char;
    }
    None
}

/// A heading without its `template <…>`; `None` if one is not closed.
pub(super) fn behind_templates(heading: &str) -> Option<&str> {
    let mut rest = heading.trim();
    while let Some(list) = rest.strip_prefix("template").map(str::trim_start) {
        if !list.starts_with('<') {
            break;
        }
        rest = list[behind_angles(list)?..].trim_start();
    }
    Some(rest)
}

/// What a heading opens.
pub(super) fn opened(heading: &str) -> Opened {
    let Some(rest) = behind_templates(heading) else { return Opened::Other };
    let top = without_brackets(rest);
    let words: Vec<&str> = top.split(|char| !is_word(char)).filter(|word| !word.is_empty()).collect();
    let has = |word: &str| words.contains(&word);
    if rest.is_empty() || words == ["extern"] {
        return Opened::Names(Vec::new(), false);
    }
    if has("namespace") {
        let names = top.rsplit("namespace").next().unwrap_or_default();
        let names = names.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        return Opened::Names(names.collect(), false);
    }
    if has("enum") || has("typedef") || has("requires") || has("concept") {
        return Opened::Other;
    }
    if let Some(name) = class_name(rest) {
        return Opened::Names(vec![name], true);
    }
    function(rest).unwrap_or(Opened::Other)
}

/// The name of the class that a heading opens.
fn class_name(heading: &str) -> Option<String> {
    let words = ["class", "struct", "union"];
    let (at, word) = words.iter().filter_map(|word| Some((find_word(heading, word)?, word))).min()?;
    let mut rest = heading[at + word.len()..].trim_start();
    if heading[..at].contains(['<', '=', '(']) || heading[..at].contains("operator") {
        return None;
    }
    // Attributes and macros before the name.
    loop {
        let end = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
        let behind = rest[end..].trim_start();
        if rest.starts_with("[[") {
            rest = rest[rest.find("]]")? + 2..].trim_start();
        } else if behind.starts_with('(') {
            rest = behind[behind_angles(behind)?..].trim_start();
        } else if end > 0 && behind.starts_with(is_word) && !behind.starts_with("final") {
            rest = behind;
        } else {
            break;
        }
    }
    let mut end = rest.find(|char| !is_word(char) && char != ':').unwrap_or(rest.len());
    if let Some(base) = rest[..end].replace("::", "  ").find(':') {
        end = base;
    }
    if rest[end..].trim_start().starts_with('<') {
        let list = rest[end..].trim_start();
        end = rest.len() - list.len() + behind_angles(list)?;
    }
    let behind = rest[end..].trim_start().trim_start_matches("final").trim_start();
    let name: String = rest[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty() && (behind.is_empty() || behind.starts_with(':'))).then_some(name)
}

pub(super) fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_whole =
        |at: &usize| !text[..*at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word);
    text.match_indices(word).map(|(at, _)| at).find(is_whole)
}

/// Words before a bracket that is no parameter list.
const NO_NAMES: [&str; 9] =
    ["decltype", "noexcept", "alignas", "explicit", "throw", "__attribute__", "__declspec", "if", "while"];

/// The name of the function that a heading opens, and its parameters with the qualifiers behind them.
pub(super) fn function(heading: &str) -> Option<Opened> {
    let (name, list) = match find_word(heading, "operator") {
        Some(at) => operator(heading, at)?,
        None => plain_name(heading)?,
    };
    let end = behind_angles(&heading[list..])? + list;
    let behind = without_brackets(&heading[end..]).replace("::", "  ");
    let behind = behind[..behind.find(':').unwrap_or(behind.len())].to_owned();
    let mut tail = parameters(&heading[list + 1..end - 1]);
    for word in ["const", "volatile"] {
        if find_word(&behind, word).is_some() {
            tail = format!("{tail} {word}");
        }
    }
    let before = behind.split("->").next().unwrap_or_default();
    let reference = if before.contains("&&") {
        " &&"
    } else if before.contains('&') {
        " &"
    } else {
        ""
    };
    Some(Opened::Function { name, tail: format!("{tail}{reference}") })
}

/// The name of an operator and the byte of its parameter list.
fn operator(heading: &str, at: usize) -> Option<(String, usize)> {
    let mut list = at + heading[at..].find('(')?;
    let is_call = heading[at + "operator".len()..list].trim().is_empty();
    if is_call {
        list += 1 + heading[list + 1..].find('(')?;
    }
    let name: Vec<&str> = heading[at..list].split_whitespace().collect();
    let is_conversion = name[0] == "operator" && name.get(1).is_some_and(|word| word.starts_with(is_word));
    let name = name.join(if is_conversion { " " } else { "" });
    (name.len() > "operator".len()).then(|| (format!("{}{name}", qualifier(&heading[..at])), list))
}

/// The first name before a bracket that may be that of a function, and the byte of the bracket.
fn plain_name(heading: &str) -> Option<(String, usize)> {
    let mut at = 0;
    loop {
        let rest = &heading[at..];
        let next = at + rest.find(['(', '<'])?;
        let before = heading[..next].trim_end();
        let word = before.rsplit(|char| !is_word(char)).next().unwrap_or_default();
        let close = next + behind_angles(&heading[next..])?;
        let is_list = heading[next..].starts_with('(') && !word.is_empty() && !NO_NAMES.contains(&word);
        let is_macro_call = word.len() > 2 && is_macro(word) && heading[close..].contains('(');
        if is_list && !is_macro_call {
            let start = before.len() - word.len();
            let tilde = if heading[..start].ends_with('~') { "~" } else { "" };
            let name = format!("{}{tilde}{word}", qualifier(&heading[..start - tilde.len()]));
            return Some((name, next));
        }
        at = close;
    }
}

/// The classes and namespaces that a name behind a text is qualified by, without their parameters.
fn qualifier(before: &str) -> String {
    let Some(owner) = before.strip_suffix("::") else { return String::new() };
    let mut owner = owner.trim_end();
    if owner.ends_with('>') {
        let mut depth = 0_usize;
        let open = owner.rfind(|char| {
            depth = match char {
                '>' => depth + 1,
                '<' => depth - 1,
                _ => depth,
            };
            depth == 0
        });
        owner = &owner[..open.unwrap_or(0)];
    }
    let start = owner.rfind(|char| !is_word(char)).map_or(0, |at| at + 1);
    format!("{}{}::", qualifier(&owner[..start]), &owner[start..])
}

/// A parameter list without default values and needless blanks.
fn parameters(list: &str) -> String {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    let mut in_default = false;
    for char in list.chars() {
        match char {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth = depth.saturating_sub(1),
            '=' if depth == 0 => in_default = true,
            ',' if depth == 0 => {
                parts.push(String::new());
                in_default = false;
                continue;
            }
            _ => {}
        }
        if !in_default && let Some(part) = parts.last_mut() {
            part.push(char);
        }
    }
    let plain = parts.iter().map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    format!("({})", plain.collect::<Vec<_>>().join(", "))
}
