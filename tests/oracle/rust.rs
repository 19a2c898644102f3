//! Rust, read by `syn`: every definition with a name of its own is found where `syn`
//! sees it.

use std::collections::HashMap;
use std::path::Path;

use crate::Outcome;
use crate::document::Document;
use crate::options::Options;
use crate::sources::{has_extension, sources};
use crate::support::rust_syn::{Seen, walk};
use crate::tally::Tally;

/// Whether only white space and comments stand in a text.
fn is_only_comments(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest).trim_start();
        } else {
            return rest.is_empty();
        }
    }
}

fn check(document: &mut Document, one: &Seen) -> Result<(), String> {
    let payload = match one.kind {
        "type" => "struct Mark;",
        _ => "fn mark() {}",
    };
    let found = document.resolve(one.kind, &one.address, payload);
    let found = found.map_err(|problem| format!("refused {}", problem.message("", &document.buffer)))?;
    let range = found.range;
    let is_right = if one.has_lead { range.start > one.lead_end } else { range.start == one.lead_end };
    if !is_right || range.end < one.end {
        return Err(format!("{range:?} and not {}..{}", one.lead_end, one.end));
    }
    let text = &document.text;
    if one.has_lead && !is_only_comments(&text[one.lead_end..range.start]) {
        return Err(format!("begins late: {:?}", &text[one.lead_end..range.start]));
    }
    if !is_only_comments(&text[one.end..range.end]) {
        return Err(format!("ends late: {:?}", &text[one.end..range.end]));
    }
    Ok(())
}

pub(crate) fn run(options: &Options) -> Outcome {
    let paths = sources(options, 8, &|path| has_extension(path, &["rs"]));
    Tally::over(&paths, |tally, path| {
        let Some(mut document) = Document::read(path, "rust") else { return };
        // Offsets would differ.
        if document.text.starts_with("#!")
            || document.text.contains('\r')
            || document.buffer.encode().len() != document.text.len()
        {
            return;
        }
        let Ok(file) = syn::parse_file(&document.text) else { return };
        let mut all = Vec::new();
        walk(&file.items, "", &mut all);
        tally.files += 1;
        count(tally, &mut document, path, &all);
    })
    .report("rust", 0.995)
}

fn count(tally: &mut Tally, document: &mut Document, path: &Path, all: &[Seen]) {
    let misled = document.misleading_addresses().into_iter();
    tally.wrong.extend(misled.map(|label| format!("{} {label}", path.display())));
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    for one in all {
        *counts.entry((one.kind, &one.address)).or_default() += 1;
    }
    for one in all {
        let label = format!("{} {} {}", path.display(), one.kind, one.address);
        if counts[&(one.kind, one.address.as_str())] > 1 {
            match document.resolve(one.kind, &one.address, "") {
                Ok(found) => tally.several_taken.push(format!("{label}: {}", found.address)),
                Err(_) => tally.several_refused += 1,
            }
            continue;
        }
        match check(document, one) {
            Ok(()) => tally.right += 1,
            Err(why) if why.starts_with("refused") => tally.refused.push(format!("{label}: {why}")),
            Err(why) => tally.wrong.push(format!("{label}: {why}")),
        }
    }
    for one in document.all().into_iter().step_by(5) {
        match document.replaced_by_itself(&one) {
            Some(Ok(text)) if text == document.text => tally.same += 1,
            Some(Ok(_)) => tally.not_same.push(format!("{} {}", path.display(), one.address)),
            Some(Err(_)) | None => {}
        }
    }
}
