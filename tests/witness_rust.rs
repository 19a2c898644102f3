//! The crates that this one is built from, read by `syn`: every definition with a name of its own is found where `syn`
//! sees it.

#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod support;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use proc_macro2::Span;
use support::witness::{Document, Tally, files, step};
use syn::spanned::Spanned;
use syn::{Attribute, ImplItem, Item, TraitItem, Type};

/// One definition as the witness sees it: byte offsets.
struct Seen {
    kind: &'static str,
    address: String,
    /// Where its attributes, documentation among them, end; its start where there are none.
    lead_end: usize,
    has_lead: bool,
    end: usize,
}

fn registry() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let sources = home.join("registry/src");
    sources.is_dir().then_some(sources)
}

fn add(out: &mut Vec<Seen>, kind: &'static str, address: String, span: Span, attributes: &[Attribute]) {
    let outer = attributes.iter().filter(|one| matches!(one.style, syn::AttrStyle::Outer));
    let lead = outer.map(|one| one.span().byte_range().end).max();
    let range = span.byte_range();
    out.push(Seen {
        kind,
        address,
        lead_end: lead.unwrap_or(range.start),
        has_lead: lead.is_some(),
        end: range.end,
    });
}

/// The name of a type; `None` for a type that is no plain name.
fn type_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) if path.qself.is_none() && path.path.segments.len() == 1 => {
            path.path.segments.last().map(|last| last.ident.to_string())
        }
        _ => None,
    }
}

fn walk(items: &[Item], path: &str, out: &mut Vec<Seen>) {
    for item in items {
        let at = |name: &syn::Ident| format!("{path}{name}");
        match item {
            Item::Struct(one) => add(out, "type", at(&one.ident), one.span(), &one.attrs),
            Item::Enum(one) => add(out, "type", at(&one.ident), one.span(), &one.attrs),
            Item::Union(one) => add(out, "type", at(&one.ident), one.span(), &one.attrs),
            Item::Fn(one) => add(out, "function", at(&one.sig.ident), one.span(), &one.attrs),
            Item::Trait(one) => {
                add(out, "type", at(&one.ident), one.span(), &one.attrs);
                for member in &one.items {
                    if let TraitItem::Fn(member) = member {
                        add(
                            out,
                            "method",
                            format!("{}::{}", at(&one.ident), member.sig.ident),
                            member.span(),
                            &member.attrs,
                        );
                    }
                }
            }
            Item::Mod(one) => {
                if let Some((_, items)) = &one.content {
                    walk(items, &format!("{path}{}::", one.ident), out);
                }
            }
            Item::Impl(one) => {
                let Some(of) = type_name(&one.self_ty) else { continue };
                let of_trait = one.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                let owner = match of_trait {
                    Some(of_trait) => {
                        let spelled = of_trait.span().source_text();
                        format!("{path}<{of} as {}>", spelled.unwrap_or_else(|| of_trait.ident.to_string()))
                    }
                    None => format!("{path}{of}"),
                };
                for member in &one.items {
                    if let ImplItem::Fn(member) = member {
                        add(
                            out,
                            "method",
                            format!("{owner}::{}", member.sig.ident),
                            member.span(),
                            &member.attrs,
                        );
                    }
                }
            }
            _ => {}
        }
    }
}

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

#[test]
fn crates_are_read_as_syn_reads_them() {
    let Some(registry) = registry() else {
        println!("skipped: there is no registry of crates");
        return;
    };
    let wanted = |path: &Path| path.extension().is_some_and(|extension| extension == "rs");
    let mut tally = Tally::default();
    for path in files(&registry, &wanted).into_iter().step_by(step(8)) {
        let Some(mut document) = Document::read(&path, "rust") else { continue };
        // Offsets would differ.
        if document.text.starts_with("#!")
            || document.text.contains('\r')
            || document.buffer.encode().len() != document.text.len()
        {
            continue;
        }
        let Ok(file) = syn::parse_file(&document.text) else { continue };
        let mut all = Vec::new();
        walk(&file.items, "", &mut all);
        tally.files += 1;
        count(&mut tally, &mut document, &path, &all);
    }
    tally.report("rust", 0.995);
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
