//! Where `syn` sees definitions.

#![allow(dead_code, reason = "each check uses its share")]

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, ImplItem, Item, TraitItem, Type};

/// One definition as `syn` sees it: byte offsets.
pub(crate) struct Seen {
    pub(crate) kind: &'static str,
    pub(crate) address: String,
    pub(crate) start: usize,
    /// Where its attributes, documentation among them, end; its start where there are none.
    pub(crate) lead_end: usize,
    pub(crate) has_lead: bool,
    pub(crate) end: usize,
}

fn add(out: &mut Vec<Seen>, kind: &'static str, address: String, span: Span, attributes: &[Attribute]) {
    let outer = attributes.iter().filter(|one| matches!(one.style, syn::AttrStyle::Outer));
    let lead = outer.map(|one| one.span().byte_range().end).max();
    let range = span.byte_range();
    out.push(Seen {
        kind,
        address,
        start: range.start,
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

/// Adds the definitions among some items, those in modules and blocks too.
pub(crate) fn walk(items: &[Item], path: &str, out: &mut Vec<Seen>) {
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
                let of_trait = one.trait_.as_ref().and_then(|(_, path, _)| path.span().source_text());
                let owner = match of_trait {
                    Some(of_trait) => format!("{path}<{of} as {of_trait}>"),
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
