//! Tests of which comments are placeholders.

use super::*;

fn hash() -> LexRules {
    let quote =
        |quote: &str, spans: &str| serde_json::json!({ "open": quote, "close": quote, "spans": spans });
    let strings = [quote("\"\"\"", "lines"), quote("\"", "backslash")];
    serde_json::from_value(serde_json::json!({ "line_comments": ["#"], "strings": strings })).expect("rules")
}

fn slashes() -> LexRules {
    let rules = serde_json::json!({
        "line_comments": ["//"],
        "block_comments": { "open": "/*", "close": "*/", "nest": false },
        "strings": [{ "open": "\"", "close": "\"", "spans": "backslash" }],
    });
    serde_json::from_value(rules).expect("rules")
}

fn is_found(line: &str, signs: CommentSigns<'_>) -> bool {
    !placeholders(&[line], signs, LexState::default()).is_empty()
}

/// Comments that stand for code, in a language with this kind of comments.
const PLACEHOLDERS: &str = "\
# ...
# …
# ⋮
# [...]
# ... existing code ...
# ...existing code...
# ... (existing code) ...
# [existing code]
# [... existing code ...]
# existing code
# Existing code here
# existing code remains unchanged
# Existing code...
# Original logic
# original code
# ... original implementation ...
# (unchanged)
# [unchanged]
# ... unchanged ...
# ... (unchanged)
# ... rest of the code ...
# ... rest of the function
# rest of the code
# Rest of the file remains the same
# rest of implementation
# The rest of the code remains unchanged
# rest unchanged
# ... rest unchanged ...
# (rest of the file unchanged)
# Rest of your code...
# ... remaining methods ...
# remaining methods unchanged
# ... remaining imports
# remaining code
# ... other methods ...
# ... other methods
# other methods unchanged
# Other methods remain the same
# ... same as before ...
# same as before...
# code continues...
# ... etc ...
# ... more tests ...
# ... imports ...
# ... previous code ...
# previous code
# everything else unchanged
# ... everything else stays the same
# implementation unchanged
# code unchanged
# (code omitted for brevity)
# ... omitted for brevity ...
# omitted for brevity
# rest omitted for brevity
# [snip]
# <snip>
# ... truncated ...
# keep existing code
# Keep the rest of the code as is
# --- existing code ---
# --- rest of file unchanged ---
# ... rest of MyClass ...
# ... existing __init__ and run() ...
# ... foo() unchanged ...
// ...
// … remaining methods …
// ...existing code...
// rest unchanged
// ... existing imports ...
// ... rest of component
// [rest of code]
/* ... */
/* ... existing code ... */
/* rest of the function */
{/* ... existing code ... */}
{/* ... */}
function f() { /* ... existing code ... */ }
return f(x); // ... existing code ...
/* … */";

/// Comments with a meaning of their own.
const OTHERS: &str = "\
# ... and so on
# and so on...
# Set up the server...
# ... then the second half is read
# the rest is padding
# rest
# the rest
# everything else
# existing
# unchanged
# same as above
# Same as before
# more
# ... or not
# ..
# TODO
# Other methods
# Helper methods
# Remaining arguments
# rest of the arguments
# rest of the line
# Existing files
# existing file
# Existing connections are kept
# previous state
# Restore the previous state...
# Read the rest of the file
# Checking existing files...
# Loading configuration...
# (original)
# [existing]
# imports
# Imports
# test cases
# your code here
# Your code goes here
# TODO: implement
# content unchanged
# file unchanged
# Original author: somebody
# Original code by somebody
# the original implementation was slower
# Keep this in sync with the schema
# keep the old name
# No changes here mean that the cache is warm
# -------- imports --------
# ======
# *****
# a ... b
# 1, 2, ..., n
# x, y, ...
# e.g. foo(...)
# def f(...): ...
## ...
#!/bin/sh
// ...args
// ...rest
// ...props
// ..=
// = += -= ...
// .. ..=
/// ...
//! ... existing code ...
/// ... rest of the code ...
// see the rest of this file
// handles the rest of the request...
// other options
// fall through
// same code as in `f`
// more to come
/* existing */
/* the original */
/** ... */
/* args... */
/* , ... */
...
    ...
x = 1  # ...
print(\"# ... existing code ...\")
pass
x = \"# ... existing code ...\"
return ...
f(\"// ... existing code ...\");
// eslint-disable-next-line
// 99 % of the code
// ... and the code that follows is older
// omitted
// snip
// default: keep going...";

#[test]
fn placeholders_are_told_from_comments() {
    let (hash, slashes) = (hash(), slashes());
    let rules =
        |line: &str| if line.trim_start().starts_with(['/', '{', 'f', 'r']) { &slashes } else { &hash };
    let wrong = |list: &'static str, wanted: bool| -> Vec<&'static str> {
        list.lines().filter(|line| is_found(line, CommentSigns::Of(rules(line))) != wanted).collect()
    };
    assert!(PLACEHOLDERS.lines().count() >= 60 && OTHERS.lines().count() >= 60);
    assert_eq!(wrong(PLACEHOLDERS, true), [""; 0], "stand for code");
    assert_eq!(wrong(OTHERS, false), [""; 0], "say something of their own");
}

#[test]
fn the_language_says_what_a_comment_is() {
    let slashes = slashes();
    assert!(!is_found("# ...", CommentSigns::Of(&slashes)));
    assert!(!is_found("# rest of the code", CommentSigns::Of(&slashes)));
    assert!(is_found("# ... existing code ...", CommentSigns::Of(&slashes)));
    assert!(is_found("-- ... existing code ...", CommentSigns::Usual));
    assert!(is_found("<!-- rest of file -->", CommentSigns::Usual));
    assert!(is_found("<!-- rest of file -->", CommentSigns::Prose));
    assert!(is_found("# ...", CommentSigns::Usual));
    assert!(!is_found("# Existing code", CommentSigns::Usual));
    assert!(!is_found("# Existing code", CommentSigns::Prose));
    assert!(!is_found("# ...", CommentSigns::Prose));
    assert!(is_found("// ... existing code ...", CommentSigns::Prose));
}

#[test]
fn in_a_string_and_among_comments_dots_are_text() {
    let hash = hash();
    let found = |lines: &[&str]| placeholders(lines, CommentSigns::Of(&hash), LexState::default());
    assert_eq!(found(&["x = \"\"\"", "# ... existing code ...", "\"\"\""]), [(1, Placeholder::Unsure)]);
    assert_eq!(found(&["x = \"\"\"", "# ...", "# existing code", "\"\"\""]), []);
    assert_eq!(found(&["# one", "# ...", "# ten"]), []);
    assert_eq!(found(&["one()", "# ...", "ten()"]), [(1, Placeholder::Dots)]);
    assert_eq!(found(&["# one", "# ... existing code ..."]), [(1, Placeholder::Words)]);
}
