//! Changed definitions of Python, as operations that replace the whole of one.
//!
//! They are found by indentation alone; a definition that this might misread is left out.

use std::collections::HashMap;
use std::ops::Range;

use super::change::{Change, depth, step, text};
use crate::corpus::Pair;
use crate::rng::Rng;

/// Definitions with more lines are left out.
const MAX_LINES: usize = 60;

/// Some definitions that differ between the two files, each as an operation.
pub fn changes(pair: &Pair, count: usize, rng: &mut Rng) -> Vec<Change> {
    if !pair.path.ends_with(".py") {
        return Vec::new();
    }
    let new = definitions(&pair.new);
    let old = definitions(&pair.old).into_iter().filter_map(|(name, range)| {
        let other = new.get(&name)?;
        (pair.old[range.clone()] != pair.new[other.clone()]).then(|| (name, range, other.clone()))
    });
    let mut changed: Vec<_> = old.collect();
    changed.sort_by_key(|(_, range, _)| range.start);
    let chosen = rng.some(changed, count);
    chosen.into_iter().filter_map(|(name, old, new)| change(pair, name, old, new)).collect()
}

fn change(pair: &Pair, symbol: String, old: Range<usize>, new: Range<usize>) -> Option<Change> {
    let decorators = |lines: &[String], at: usize| -> Vec<String> {
        let above = lines[..at].iter().rev();
        above
            .take_while(|line| line.trim_start().starts_with('@'))
            .map(|line| line.trim().to_owned())
            .collect()
    };
    let (before, payload) = (&pair.old[old.clone()], &pair.new[new.clone()]);
    let is_plain = |line: &String| line.is_empty() || !line.trim().is_empty();
    let is_whole = |lines: &[String]| lines.concat().matches("\"\"\"").count().is_multiple_of(2);
    let is_clear = decorators(&pair.old, old.start) == decorators(&pair.new, new.start)
        && depth(&before[0]) == depth(&payload[0])
        && before.len().max(payload.len()) <= MAX_LINES
        && [before, payload].iter().all(|lines| is_whole(lines) && lines.iter().all(is_plain));
    is_clear.then(|| Change {
        path: pair.path.clone(),
        op: "replace_symbol",
        symbol: Some(symbol),
        marker: Vec::new(),
        payload: payload.to_vec(),
        shared: Vec::new(),
        step: step(&pair.old),
        file: text(&pair.old),
        expected: text(&[&pair.old[..old.start], payload, &pair.old[old.end..]].concat()),
    })
}

/// Functions and classes outside of functions, by their path, where that is their own.
fn definitions(lines: &[String]) -> HashMap<String, Range<usize>> {
    let mut found: HashMap<String, Option<Range<usize>>> = HashMap::new();
    let mut around: Vec<(usize, String)> = Vec::new();
    let mut function_until = 0;
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let depth = depth(line);
        if !line.trim_start().starts_with([')', ']']) {
            around.retain(|(outer, _)| *outer < depth);
        }
        let word = line.trim_start().strip_prefix("async ").unwrap_or(line.trim_start());
        let (name, is_class) = match (word.strip_prefix("def "), word.strip_prefix("class ")) {
            (Some(rest), _) => (rest, false),
            (_, Some(rest)) => (rest, true),
            _ => continue,
        };
        let end = name.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(name.len());
        let path: Vec<&str> = around.iter().map(|(_, name)| name.as_str()).chain([&name[..end]]).collect();
        let range = at..end_of(lines, at);
        if at >= function_until {
            let own = found.entry(path.join(".")).and_modify(|range| *range = None);
            own.or_insert(Some(range.clone()));
            if !is_class {
                function_until = range.end;
            }
        }
        around.push((depth, name[..end].to_owned()));
    }
    found.into_iter().filter_map(|(name, range)| Some((name, range?))).collect()
}

/// The line behind the last one that is deeper than a definition's first, or closes its parameters.
fn end_of(lines: &[String], start: usize) -> usize {
    let is_inside =
        |line: &str| depth(line) > depth(&lines[start]) || line.trim_start().starts_with([')', ']']);
    let mut end = start + 1;
    for (at, line) in lines.iter().enumerate().skip(start + 1).filter(|(_, line)| !line.trim().is_empty()) {
        if !is_inside(line) {
            break;
        }
        end = at + 1;
    }
    end
}
