//! Prints patches in all spellings that the format allows.

use crate::ir::{
    Action, BlockStyle, Bounds, Change, Count, Decorators, ImportChange, Indent, Locator, Marker,
    MemberPlace, Mentions, OldName, Payload, Region, Substitution, SymbolPart, SymbolPlace, SymbolRenaming,
    SymbolTarget, Unproven,
};

/// Prints patches, each time in another spelling.
pub(super) struct Printer {
    seed: u64,
}

impl Printer {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Returns a number below `end`.
    fn pick(&mut self, end: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize % end
    }

    pub(super) fn patch(&mut self, operations: &[(Action, String, u64)]) -> String {
        let mut out = String::new();
        if self.pick(3) == 0 {
            out.push_str("---\n");
        }
        if self.pick(2) == 0 {
            out.push_str("description: a # b: c\n");
        }
        if operations.is_empty() {
            return out + "operations: []\n";
        }
        out.push_str("operations:\n");
        let indent = " ".repeat(self.pick(4));
        for (action, path, seed) in operations {
            self.seed ^= seed;
            self.operation(action, path, &indent, &mut out);
        }
        if self.pick(4) == 0 { out.replace('\n', "\r\n") } else { out }
    }

    fn operation(&mut self, action: &Action, path: &str, indent: &str, out: &mut String) {
        let gap = " ".repeat(1 + self.pick(3));
        let column = indent.len() + 1 + gap.len();
        let mut fields: Vec<PrintedField> = vec![("path", Written::Line(path.to_owned()))];
        fields.extend(fields_of(action).into_iter().map(|(name, value)| {
            let written = match value {
                Written::Line(line) if name == "op" && self.pick(2) == 0 => {
                    Written::Line(line.replace('_', "-"))
                }
                other => other,
            };
            (name, written)
        }));
        if self.pick(3) == 0 {
            fields.push(("comment", Written::Line("fix #1: x".to_owned())));
        }
        let turn = self.pick(fields.len());
        fields.rotate_left(turn);
        for (number, (name, value)) in fields.iter().enumerate() {
            if number == 0 {
                out.push_str(&format!("{indent}-{gap}"));
            } else {
                out.push_str(&" ".repeat(column));
            }
            let key = match self.pick(6) {
                0 => format!("\"{name}\""),
                1 => format!("{name} "),
                _ => (*name).to_owned(),
            };
            out.push_str(&key);
            out.push(':');
            self.value(value, column, out);
            if self.pick(5) == 0 && !out.ends_with("+\n") {
                out.push('\n');
            }
        }
    }

    fn value(&mut self, value: &Written, column: usize, out: &mut String) {
        match value {
            Written::Line(line) if self.pick(2) == 0 => out.push_str(&format!(" {line}\n")),
            Written::Line(line) => {
                out.push_str(&format!(" {}\n", double_quoted(std::slice::from_ref(line), false)))
            }
            Written::Raw(text) => out.push_str(&format!(" {text}\n")),
            Written::Exact(text) => out.push_str(&format!(" {text}\n")),
            Written::List(items) => {
                let quoted: Vec<String> =
                    items.iter().map(|item| double_quoted(std::slice::from_ref(item), false)).collect();
                out.push_str(&format!(" [{}]\n", quoted.join(", ")));
            }
            Written::Lines(lines) => {
                let needs_number =
                    !lines.iter().any(|line| !line.starts_with([' ', '\t']) && !line.is_empty());
                match self.pick(4) {
                    0 => out.push_str(&format!(" {}\n", double_quoted(lines, self.pick(2) == 0))),
                    _ => self.block(lines, column, needs_number, out),
                }
            }
        }
    }

    fn block(&mut self, lines: &[String], column: usize, needs_number: bool, out: &mut String) {
        let step = 1 + self.pick(5);
        let number = if needs_number || self.pick(4) == 0 { step.to_string() } else { String::new() };
        let chomp = if self.pick(2) == 0 { "-" } else { "" };
        let header = if self.pick(2) == 0 { format!("{number}{chomp}") } else { format!("{chomp}{number}") };
        out.push_str(&format!(" |{header}\n"));
        for line in lines {
            if !line.is_empty() {
                out.push_str(&" ".repeat(column + step));
            }
            out.push_str(line);
            out.push('\n');
        }
        let blank = self.pick(3);
        out.push_str(&"\n".repeat(blank));
    }
}

/// A value to be printed.
enum Written {
    Line(String),
    Lines(Vec<String>),
    List(Vec<String>),
    Raw(&'static str),
    /// A quoted text whose final line break counts.
    Exact(String),
}

/// Returns a quoted text whose final line break counts.
fn as_it_ends(lines: &[String]) -> String {
    serde_json::Value::from(lines.join("\n")).to_string()
}

/// Returns lines in double quotes, with or without a final line break.
fn double_quoted(lines: &[String], ends: bool) -> String {
    let mut text = lines.join("\n");
    // A text that ends in an empty line needs its last line break.
    if (ends || lines.last().is_some_and(String::is_empty)) && !lines.is_empty() {
        text.push('\n');
    }
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    format!("\"{}\"", text.replace('\u{2028}', "\\L"))
}

type PrintedField = (&'static str, Written);

fn op(name: &str) -> PrintedField {
    ("op", Written::Line(name.to_owned()))
}

fn payload(payload: &Payload) -> PrintedField {
    ("payload", Written::Lines(payload.lines.clone()))
}

fn expected(target: &SymbolTarget) -> Option<PrintedField> {
    target.expect.as_ref().map(|expect| ("expect", Written::Lines(expect.lines.clone())))
}

/// Returns the option that disables indentation.
fn as_is(indent: Indent) -> Option<PrintedField> {
    (indent == Indent::AsIs).then_some(("options", Written::Raw("{indent: as-is}")))
}

fn fields_of(action: &Action) -> Vec<PrintedField> {
    match action {
        Action::Create { payload: lines, .. } => vec![op("create_file"), payload(lines)],
        Action::Delete { .. } => vec![op("delete_file")],
        Action::Edit { at: Locator::FileStart, change, .. } => {
            vec![op("prepend_text"), payload(change.payload().expect("it inserts"))]
        }
        Action::Edit { at: Locator::FileEnd, change, .. } => {
            vec![op("append_text"), payload(change.payload().expect("it inserts"))]
        }
        Action::Edit { at: Locator::Lines(marker), change, indent } => text_fields(marker, change, *indent),
        Action::Edit { at: Locator::Symbol(target), change, indent } if target.kind.is_none() => {
            symbol_fields(target, change, *indent)
        }
        Action::Edit { at: Locator::Symbol(target), change, indent } => kind_fields(target, change, *indent),
        Action::Edit { at: Locator::Members { of, at }, change, indent } => {
            member_fields(of, at, change, *indent)
        }
        Action::Edit { at: Locator::Block { heading, style, expect }, change, .. } => {
            let mut fields = vec![
                op(match style {
                    BlockStyle::Indented => "replace_py_block",
                    BlockStyle::Braces => "replace-c-style-block",
                    BlockStyle::Tags => "replace_xml_block",
                }),
                payload(change.payload().expect("it replaces")),
                ("marker", Written::Lines(heading.lines.lines.clone())),
            ];
            fields.extend(expect.iter().map(|expect| ("expect", Written::Lines(expect.lines.clone()))));
            fields
        }
        Action::Edit { at: Locator::Imports(imports), change, .. } => {
            let name = if *imports == ImportChange::Add { "add_import" } else { "remove-import" };
            vec![op(name), payload(change.payload().expect("it inserts"))]
        }
        Action::Edit { at: Locator::Part { of, part }, change, .. } => part_fields(of, *part, change),
        Action::Substitute(wanted) => substitution_fields(wanted),
        Action::RenameSymbol(wanted) => renaming_fields(wanted),
        Action::MoveSymbol { .. } => move_fields(action),
        Action::Update { .. } | Action::Exchange(_) => unreachable!("CHUNK YAML makes no such action"),
    }
}

fn text_fields(marker: &Marker, change: &Change, indent: Indent) -> Vec<PrintedField> {
    let mut fields = vec![op(match change {
        Change::Replace(_) => "replace_text",
        Change::InsertBefore(_) => "insert_text_before",
        Change::InsertAfter(_) => "insert_after_text",
        Change::Delete => "delete_text",
    })];
    fields.extend(change.payload().map(payload));
    fields.push(("marker", Written::Lines(marker.lines.lines.clone())));
    for (name, text) in [("before", &marker.before), ("after", &marker.after)] {
        if !text.lines.is_empty() {
            fields.push((name, Written::Lines(text.lines.clone())));
        }
    }
    fields.extend(marker.scope.iter().flat_map(address));
    fields.extend(as_is(indent));
    fields
}

fn symbol_fields(target: &SymbolTarget, change: &Change, indent: Indent) -> Vec<PrintedField> {
    let mut fields = vec![op(match change {
        Change::Replace(_) => "replace_symbol",
        Change::InsertBefore(_) => "insert_before_symbol",
        Change::InsertAfter(_) => "insert-after-symbol",
        Change::Delete => "delete_symbol",
    })];
    fields.extend(change.payload().map(payload));
    fields.extend(address(target));
    fields.extend(expected(target));
    fields.extend(as_is(indent));
    fields
}

fn kind_fields(target: &SymbolTarget, change: &Change, indent: Indent) -> Vec<PrintedField> {
    let tag = match target.language.as_deref() {
        Some("python") => "py",
        Some("rust") => "rs",
        _ => "cpp",
    };
    let kind = target.kind.as_deref().unwrap_or_default();
    let mut fields =
        vec![op(&format!("replace_{tag}_{kind}")), payload(change.payload().expect("it replaces"))];
    fields.extend(address(target));
    fields.extend(expected(target));
    let options = match (indent, target.decorators) {
        (Indent::FromPlace, Decorators::KeepIfAbsent) => "",
        (Indent::FromPlace, Decorators::Replace) => "{ decorators: replace }",
        (Indent::AsIs, Decorators::KeepIfAbsent) => "{indent: \"none\"}",
        (Indent::AsIs, Decorators::Replace) => "{'decorators': replace, indent: none}",
    };
    fields.push(("options", Written::Raw(options)));
    fields
}

fn member_fields(of: &SymbolTarget, at: &MemberPlace, change: &Change, indent: Indent) -> Vec<PrintedField> {
    let mut fields = vec![op("insert_into_class"), payload(change.payload().expect("it inserts"))];
    fields.extend(address(of));
    fields.extend(match at {
        MemberPlace::Start => Some(("position", Written::Raw("start"))),
        MemberPlace::End => None,
        MemberPlace::Before(member) => Some(("before_member", Written::Line(member.clone()))),
        MemberPlace::After(member) => Some(("after_member", Written::Line(member.clone()))),
    });
    fields.extend(as_is(indent));
    fields
}

fn part_fields(of: &SymbolTarget, part: SymbolPart, change: &Change) -> Vec<PrintedField> {
    let mut fields = vec![
        op(match (part, change) {
            (SymbolPart::Body, Change::Replace(_)) => "replace_body",
            (SymbolPart::Body, _) => "insert_into_body",
            (SymbolPart::Signature, _) => "replace_signature",
            (SymbolPart::Doc, Change::Replace(_)) => "replace-docstring",
            (SymbolPart::Doc, _) => "append_docstring",
        }),
        payload(change.payload().expect("it brings lines")),
    ];
    let is_first = matches!(change, Change::InsertBefore(_));
    fields.extend(is_first.then_some(("position", Written::Raw("start"))));
    fields.extend(address(of));
    fields
}

fn substitution_fields(wanted: &Substitution) -> Vec<PrintedField> {
    let mut fields = vec![op("substitute"), ("find", Written::Exact(as_it_ends(&wanted.find.lines)))];
    fields.push(("replace", Written::Exact(as_it_ends(&wanted.replace.lines))));
    fields.extend((wanted.count == Count::All).then_some(("count", Written::Raw("all"))));
    fields.extend((wanted.bounds == Bounds::Words).then_some(("word", Written::Raw("true"))));
    fields.extend((wanted.region == Region::Code).then_some(("in", Written::Raw("code"))));
    fields
}

fn renaming_fields(wanted: &SymbolRenaming) -> Vec<PrintedField> {
    let mut fields = vec![op("rename_symbol"), ("new_name", Written::Line(wanted.new_name.clone()))];
    fields.extend(address(&wanted.symbol));
    fields.extend(expected(&wanted.symbol));
    fields.extend((wanted.unproven == Unproven::Rename).then_some(("unproven", Written::Raw("rename"))));
    fields.extend((wanted.mentions == Mentions::Rename).then_some(("mentions", Written::Raw("rename"))));
    fields.extend((wanted.old_name == OldName::KeptAsAlias).then_some(("keep_alias", Written::Raw("true"))));
    fields.extend(wanted.count.map(|_| ("count", Written::Raw("3"))));
    fields
}

fn move_fields(action: &Action) -> Vec<PrintedField> {
    let Action::MoveSymbol { symbol, more, to, place, old_place, unproven } = action else {
        unreachable!("it is a move")
    };
    let mut fields = vec![op("move_symbol")];
    match &more[..] {
        [] => fields.extend(address(symbol)),
        more => {
            let all = std::iter::once(symbol).chain(more).filter_map(|one| one.symbol.clone());
            fields.push(("symbols", Written::List(all.collect())));
        }
    }
    fields.extend((*old_place == OldName::KeptAsAlias).then_some(("reexport", Written::Raw("true"))));
    fields.extend((*unproven == Unproven::Leave).then_some(("unproven", Written::Raw("leave"))));
    fields.extend(to.iter().map(|path| ("to", Written::Line(path.to_string()))));
    let written = |text: &Option<String>| Written::Line(text.clone().expect("it has a name"));
    fields.extend(match place {
        SymbolPlace::Before(target) => Some(("before_symbol", written(&target.symbol))),
        SymbolPlace::After(target) => Some(("after_symbol", written(&target.symbol))),
        SymbolPlace::Into(target, _) => Some(("into_class", written(&target.class))),
        SymbolPlace::End => None,
    });
    if let SymbolPlace::Into(_, MemberPlace::Start) = place {
        fields.push(("position", Written::Raw("start")));
    }
    fields.extend(expected(symbol));
    fields
}

fn address(target: &SymbolTarget) -> Vec<PrintedField> {
    let fields = [("class", &target.class), ("method", &target.method), ("symbol", &target.symbol)];
    fields
        .into_iter()
        .filter_map(|(name, text)| text.clone().map(|text| (name, Written::Line(text))))
        .collect()
}
