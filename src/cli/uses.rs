//! `chunk uses` and `chunk find`: list the uses of a definition, and the definitions of a name.

use chunk::diag::Diagnostic;
use chunk::engine;
use chunk::ir::PatchPath;
use chunk::lang::Macros;
use chunk::plan::{self, NamedDefinition, UseLine};
use chunk::resolve::bindings::Verdict;
use serde_json::json;

use super::args::{FindArgs, UsesArgs};
use super::{output, usage};

/// Runs `chunk uses`: lists the certain and possible uses of a definition.
pub(crate) fn list(args: &UsesArgs) -> u8 {
    let found = engine::open_tree(&args.root).and_then(|tree| {
        let path = PatchPath::parse(&args.file).map_err(|problem| {
            let message = format!("`{}` is refused: {problem}", args.file);
            Diagnostic::error(chunk::diag::Code::PathRefused, message)
        })?;
        plan::uses(&tree, &path, &args.symbol, &Macros::new(&args.macros))
    });
    let told = found.map(|(address, uses)| match args.json {
        true => object(&address, &uses),
        false => cut(uses.iter().map(row).collect(), args.limit) + &total(&uses),
    });
    print_result(told, args.json)
}

/// Runs `chunk find`: lists the definitions of a name.
pub(crate) fn find(args: &FindArgs) -> u8 {
    let tree = engine::open_tree(&args.root);
    let found = tree.and_then(|tree| plan::find(&tree, &args.name, &Macros::new(&args.macros)));
    let told = found.map(|found| match args.json {
        true => {
            let definition = |one: &NamedDefinition| {
                json!({"path": one.path.as_str(), "address": one.address, "kind": one.kind, "lines": one.lines})
            };
            let definitions: Vec<_> = found.iter().map(definition).collect();
            format!("{}\n", json!({"version": 1, "ok": true, "exit": 0, "definitions": definitions}))
        }
        false => {
            let row = |one: &NamedDefinition| {
                format!("{}:{}-{}  {}  {}\n", one.path, one.lines.0, one.lines.1, one.kind, one.address)
            };
            cut(found.iter().map(row).collect(), args.limit)
        }
    });
    print_result(told, args.json)
}

/// Returns the first lines of a list, and the number of the others; a limit of 0 means no limit.
fn cut(rows: Vec<String>, limit: usize) -> String {
    let more = if limit == 0 { 0 } else { rows.len().saturating_sub(limit) };
    let shown: String = rows[..rows.len() - more].concat();
    if more == 0 { shown } else { format!("{shown}and {more} more; `--limit 0` lists all\n") }
}

fn print_result(found: Result<String, Diagnostic>, json: bool) -> u8 {
    match found {
        Ok(text) => {
            output::out(text);
            0
        }
        Err(error) => usage::failed(vec![error], json),
    }
}

/// Returns the verdict on a use as a word and, if it is undecidable, the reason.
fn words(one: &UseLine) -> (&'static str, Option<&'static str>) {
    match one.verdict {
        Verdict::Certain if one.is_definition => ("definition", None),
        Verdict::Certain => ("certain", None),
        Verdict::Undecidable(doubt) => ("undecidable", Some(doubt.label())),
        Verdict::Mention => ("mention", None),
        Verdict::Unrelated => ("unrelated", None),
    }
}

fn row(one: &UseLine) -> String {
    let (what, why) = words(one);
    let why = why.map_or_else(String::new, |why| format!("  ({why})"));
    format!("{}:{}:{}  {what}  {}{why}\n", one.path, one.line, one.column, one.text.trim())
}

fn total(uses: &[UseLine]) -> String {
    let count = |what: &str| uses.iter().filter(|one| words(one).0 == what).count();
    format!(
        "{} certain, {} undecidable, {} in comments and strings\n",
        count("certain") + count("definition"),
        count("undecidable"),
        count("mention")
    )
}

fn object(address: &str, uses: &[UseLine]) -> String {
    let one = |one: &UseLine| {
        let (what, reason) = words(one);
        json!({"path": one.path.as_str(), "line": one.line, "column": one.column, "text": one.text,
            "decided": what, "reason": reason})
    };
    let uses: Vec<_> = uses.iter().map(one).collect();
    format!("{}\n", json!({"version": 1, "ok": true, "exit": 0, "address": address, "uses": uses}))
}
