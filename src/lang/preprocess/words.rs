//! Determines which words of a declaration are macros that a reading leaves out.

use std::ops::Range;

use super::rules::{PreprocessorRules, is_reserved};
use super::token::{DeclarationToken, DeclarationTokenKind, TokenGroup};
use crate::text::normal::contains;

/// The ranges that a reading leaves out or replaces.
#[derive(Debug, Default)]
pub(super) struct LeftOutRanges {
    /// Macros inside declarations, with their arguments.
    pub(super) macros: Vec<Range<usize>>,
    /// Macros that are statements, with the semicolon after them.
    pub(super) statements: Vec<Range<usize>>,
    /// Parentheses around a function's name, which prevent the expansion of a macro: `(max)(int, int)`.
    pub(super) brackets: Vec<Range<usize>>,
    /// Declarations of parameters between the parameter list and the body.
    pub(super) declarations: Vec<Range<usize>>,
    /// Macros in the place of a template parameter.
    pub(super) parameters: Vec<Range<usize>>,
    /// The arguments of macros that define a function, brackets included.
    pub(super) calls: Vec<Range<usize>>,
    /// The arguments among these that are not parameters.
    pub(super) arguments: Vec<Range<usize>>,
}

impl LeftOutRanges {
    /// Returns all ranges that are blanked, except the declarations of parameters.
    pub(super) fn left_out(&self) -> impl Iterator<Item = &Range<usize>> {
        self.macros.iter().chain(&self.statements).chain(&self.brackets)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.macros.is_empty()
            && self.statements.is_empty()
            && self.brackets.is_empty()
            && self.declarations.is_empty()
            && self.parameters.is_empty()
            && self.arguments.is_empty()
    }
}

/// What ends a declaration, or its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// A semicolon at this byte offset.
    Semicolon(usize),
    /// The brace of a body at this byte offset.
    Open(usize),
    /// A label, or the end of a scope or of the text.
    Close,
}

/// The pieces of a declaration before its body or its semicolon.
pub(super) struct DeclarationHead<'a> {
    pub(super) text: &'a str,
    pub(super) pieces: &'a [TokenGroup],
    pub(super) inner: &'a [DeclarationToken],
    pub(super) rules: &'a PreprocessorRules,
    /// The name of the enclosing class.
    pub(super) class: Option<&'a str>,
    /// The index of the piece that begins a class.
    pub(super) key: Option<usize>,
    pub(super) end: End,
}

/// How a macro is treated.
enum MacroTreatment {
    /// It is the type or the name of the declaration.
    Keep,
    Blank,
    /// It is a statement.
    Statement,
}

/// The facts about the pieces of a declaration that have been read.
#[derive(Default)]
struct HeadFacts {
    /// The index of the parameter list, which may follow the current piece.
    real_call: Option<usize>,
    has_specifier: bool,
    has_type: bool,
    /// Whether a built-in type is among them.
    has_built_in: bool,
    names: usize,
    has_operator: bool,
    has_parameters: bool,
}

/// Marks the macros of one declaration.
pub(super) fn mark_macros(head: &DeclarationHead<'_>, marks: &mut LeftOutRanges) {
    if head.word(0).is_some_and(|word| contains(&head.rules.skipped_heads, word)) {
        return;
    }
    if let Some(list) = head.made_function() {
        let strange = strange_arguments(head, list);
        if !strange.is_empty() {
            marks.calls.push(list.range.clone());
            marks.arguments.extend(strange);
        }
        return;
    }
    for piece in head.pieces.iter().filter(|piece| piece.kind == DeclarationTokenKind::Group(b'<')) {
        template_parameters(head, piece, marks);
    }
    marks.brackets.extend(head.brackets_of_name().into_iter().flatten());
    attributes_of_enum(head, marks);
    let mut passed = HeadFacts { real_call: head.real_call(), ..HeadFacts::default() };
    let mut at = 0;
    while at < head.pieces.len() {
        if Some(at) == head.key {
            class_words(head, at + 1, marks);
            return;
        }
        let piece = &head.pieces[at];
        let word = head.word(at);
        if word.is_some_and(|word| head.is_macro(word)) {
            let after = head.after_arguments(at);
            match verdict(head, at, after, &passed) {
                MacroTreatment::Blank => {
                    marks.macros.push(piece.range.start..head.pieces[after - 1].range.end);
                    at = after;
                    continue;
                }
                MacroTreatment::Statement => {
                    let end = match head.end {
                        End::Semicolon(at) => at + 1,
                        End::Open(_) | End::Close => head.pieces[after - 1].range.end,
                    };
                    marks.statements.push(piece.range.start..end);
                    return;
                }
                MacroTreatment::Keep => {
                    passed.names += 1;
                    passed.has_type = true;
                    passed.has_parameters |= after > at + 1;
                }
            }
        } else if let Some(after) = head.lone_macro(at, &passed) {
            marks.macros.push(piece.range.start..head.pieces[after - 1].range.end);
            at = after;
            continue;
        } else if !read_piece(head, at, &mut passed, marks) {
            return;
        }
        at += 1;
    }
}

/// Reads a piece that is not a macro; returns `false` if no macros can follow it.
fn read_piece(
    head: &DeclarationHead<'_>,
    at: usize,
    passed: &mut HeadFacts,
    marks: &mut LeftOutRanges,
) -> bool {
    let rules = head.rules;
    let piece = &head.pieces[at];
    match (piece.kind, head.word(at)) {
        (_, Some(word)) if word == rules.operator_word => passed.has_operator = true,
        (_, Some(word)) if word == rules.template_word || contains(&rules.bracket_words, word) => {}
        (_, Some(word)) if contains(&rules.specifiers, word) => passed.has_specifier = true,
        (_, Some(word)) => {
            passed.has_type = true;
            passed.has_built_in |= contains(&rules.types, word);
            passed.names += 1;
        }
        (DeclarationTokenKind::Group(b'('), _) if head.is_call(at) => {
            // The parameters of `operator()` follow these parentheses.
            let is_name = at > 0 && head.word(at - 1) == Some(&rules.operator_word);
            if !is_name {
                passed.has_parameters = true;
                parameters(head, piece, marks);
            }
        }
        // The parameters of `operator->` follow the arrow.
        (DeclarationTokenKind::Arrow, _) => return passed.has_operator && !passed.has_parameters,
        (DeclarationTokenKind::Sign(b'=' | b':'), _) => return passed.has_operator && !passed.has_parameters,
        _ => {}
    }
    true
}

/// Decides how the macro at `at` is treated; `after` is the index of the first piece after it and its arguments.
fn verdict(head: &DeclarationHead<'_>, at: usize, after: usize, passed: &HeadFacts) -> MacroTreatment {
    if passed.has_parameters {
        return MacroTreatment::Blank;
    }
    if passed.has_operator {
        return MacroTreatment::Keep;
    }
    // In `int sizes[] SIZES` the type and the name precede the brackets.
    let is_behind_list =
        at.checked_sub(1).is_some_and(|before| head.pieces[before].kind == DeclarationTokenKind::Group(b'['));
    if is_behind_list && passed.names > 1 {
        return MacroTreatment::Blank;
    }
    let Some(next) = head.pieces.get(after) else { return at_end(head, at, after, passed) };
    if after > at + 1 {
        return with_arguments(head, after, passed);
    }
    match next.kind {
        DeclarationTokenKind::Word => before_word(head, after, passed),
        DeclarationTokenKind::Sign(b'~') => MacroTreatment::Blank,
        DeclarationTokenKind::Sign(b'=') if head.is_behind_name(at, passed) => MacroTreatment::Blank,
        DeclarationTokenKind::Group(b'[') if !passed.has_type && head.starts_with(next, "[[") => {
            MacroTreatment::Blank
        }
        _ => MacroTreatment::Keep,
    }
}

/// Decides for a macro at the end of a declaration.
fn at_end(head: &DeclarationHead<'_>, at: usize, after: usize, passed: &HeadFacts) -> MacroTreatment {
    let has_arguments = after > at + 1;
    let is_alone = !passed.has_type && !passed.has_specifier;
    match head.end {
        End::Semicolon(_) if is_alone => MacroTreatment::Statement,
        End::Semicolon(_) if has_arguments && passed.names > 1 => MacroTreatment::Blank,
        End::Semicolon(_) if head.is_behind_name(at, passed) => MacroTreatment::Blank,
        End::Close if is_alone => MacroTreatment::Statement,
        End::Semicolon(_) | End::Open(_) | End::Close => MacroTreatment::Keep,
    }
}

/// Decides for a macro with arguments, by the piece after them.
fn with_arguments(head: &DeclarationHead<'_>, after: usize, passed: &HeadFacts) -> MacroTreatment {
    if passed.real_call.is_some_and(|call| call > after) || head.key.is_some_and(|key| key >= after) {
        return MacroTreatment::Blank;
    }
    match head.pieces[after].kind {
        // `int FOO(int) const` and `int FOO(int) LOCKED` declare functions named `FOO`.
        DeclarationTokenKind::Word if passed.has_type => MacroTreatment::Keep,
        DeclarationTokenKind::Word | DeclarationTokenKind::Sign(b'~') => MacroTreatment::Blank,
        DeclarationTokenKind::Group(b'[') if !passed.has_type => MacroTreatment::Blank,
        _ => MacroTreatment::Keep,
    }
}

/// Decides for a macro without arguments before a word.
fn before_word(head: &DeclarationHead<'_>, after: usize, passed: &HeadFacts) -> MacroTreatment {
    let rules = head.rules;
    let word = head.word(after).unwrap_or_default();
    if word == rules.operator_word {
        let is_conversion = head.pieces.get(after + 1).is_some_and(|next| {
            matches!(next.kind, DeclarationTokenKind::Word | DeclarationTokenKind::Scope)
        });
        return if is_conversion || passed.has_type { MacroTreatment::Blank } else { MacroTreatment::Keep };
    }
    if rules.is_keyword(word) || head.is_macro(word) || passed.has_type || !head.is_declared_name(after) {
        return MacroTreatment::Blank;
    }
    MacroTreatment::Keep
}

/// Marks attributes before the name of an enum, which the grammar does not accept: `enum class [[nodiscard]] Kind`.
fn attributes_of_enum(head: &DeclarationHead<'_>, marks: &mut LeftOutRanges) {
    let rules = head.rules;
    let is_enum = |at: &usize| head.word(*at) == Some(&rules.enum_word);
    let Some(own) = (0..head.pieces.len()).find(is_enum) else { return };
    let is_class = head.word(own + 1).is_some_and(|word| contains(&rules.class_words, word));
    let mut at = own + 1 + usize::from(is_class);
    while let Some(piece) = head.pieces.get(at) {
        let is_attribute = piece.kind == DeclarationTokenKind::Group(b'[') && head.starts_with(piece, "[[");
        let is_word = head.word(at).is_some_and(|word| contains(&rules.bracket_words, word));
        if !is_attribute && !is_word {
            return;
        }
        let after = if is_word { head.after_arguments(at) } else { at + 1 };
        marks.macros.push(piece.range.start..head.pieces[after - 1].range.end);
        at = after;
    }
}

/// Marks the words between the keyword of a class and its bases, except for the name: they are macros.
fn class_words(head: &DeclarationHead<'_>, from: usize, marks: &mut LeftOutRanges) {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut at = from;
    while let Some(piece) = head.pieces.get(at) {
        match (piece.kind, head.word(at)) {
            (_, Some(word)) if contains(&head.rules.bracket_words, word) => at = head.after_arguments(at),
            (_, Some(word)) => {
                let after = head.after_arguments(at);
                if !contains(&head.rules.suffixes, word) {
                    words.push((at, after));
                }
                at = after;
            }
            (DeclarationTokenKind::Group(b'[' | b'('), _) => at += 1,
            // In `Outer::Inner` the word before `::` belongs to the name.
            (DeclarationTokenKind::Scope, _) => {
                words.pop();
                at += 1;
            }
            _ => break,
        }
    }
    let is_name = |(at, after): &(usize, usize)| {
        *after == at + 1 && head.word(*at).is_some_and(|word| !head.is_macro(word))
    };
    let name = words.iter().rposition(is_name).or(words.len().checked_sub(1));
    for (index, (at, after)) in words.iter().enumerate() {
        if Some(index) != name {
            marks.macros.push(head.pieces[*at].range.start..head.pieces[after - 1].range.end);
        }
    }
}

/// Marks macros among the parameters of a template: each stands for a parameter.
fn template_parameters(head: &DeclarationHead<'_>, piece: &TokenGroup, marks: &mut LeftOutRanges) {
    let tokens = head.inner.get(piece.inner.clone()).unwrap_or_default();
    let offset = piece.inner.start;
    let is_edge = |token: Option<&DeclarationToken>| {
        token.is_none_or(|token| token.kind == DeclarationTokenKind::Sign(b','))
    };
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = tokens.get(at + 1).filter(|next| next.kind == DeclarationTokenKind::Group(b'('));
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let Some(close) = next.map(|next| next.mate - offset) else {
            at += 1;
            continue;
        };
        let range = token.range.start..tokens.get(close).map_or(token.range.end, |close| close.range.end);
        let is_macro = head.text.get(token.range.clone()).is_some_and(|word| head.is_macro(word));
        if is_macro && is_edge(before) && is_edge(tokens.get(close + 1)) {
            marks.parameters.push(range);
        }
        at = close + 1;
    }
}

/// Returns whether a token may be the name of a parameter, or of its type: a macro after it is neither.
fn is_named(head: &DeclarationHead<'_>, token: Option<&DeclarationToken>) -> bool {
    let word = token
        .filter(|token| token.kind == DeclarationTokenKind::Word)
        .and_then(|token| head.text.get(token.range.clone()));
    word.is_some_and(|word| !head.rules.is_keyword(word))
}

/// Marks macros around the parameters of a function.
fn parameters(head: &DeclarationHead<'_>, piece: &TokenGroup, marks: &mut LeftOutRanges) {
    let tokens = head.inner.get(piece.inner.clone()).unwrap_or_default();
    let offset = piece.inner.start;
    let is_edge = |token: Option<&DeclarationToken>| {
        token.is_none_or(|token| token.kind == DeclarationTokenKind::Sign(b','))
    };
    let is_word = |token: Option<&DeclarationToken>| {
        token.is_some_and(|token| token.kind == DeclarationTokenKind::Word)
    };
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let arguments = tokens.get(at + 1).filter(|next| next.kind == DeclarationTokenKind::Group(b'('));
        let end = arguments.map_or(at, |open| open.mate - offset);
        let is_macro = token.kind == DeclarationTokenKind::Word
            && head.text.get(token.range.clone()).is_some_and(|word| head.is_macro(word));
        let next = tokens.get(end + 1);
        let next_word = next.filter(|next| next.kind == DeclarationTokenKind::Word);
        let is_keyword = next_word
            .and_then(|next| head.text.get(next.range.clone()))
            .is_some_and(|word| head.rules.is_keyword(word));
        let is_blank = if arguments.is_some() {
            (is_edge(before) && is_word(next)) || (is_word(before) && is_edge(next))
        } else {
            (is_edge(before) && is_keyword) || (is_edge(next) && is_named(head, before))
        };
        if is_macro && is_blank {
            let last = tokens.get(end).map_or(token.range.end, |last| last.range.end);
            marks.macros.push(token.range.start..last);
        }
        at = if token.kind == DeclarationTokenKind::Word { end + 1 } else { at + 1 };
    }
}

/// Returns the arguments of a macro that cannot be parsed as parameters: strings, expressions, types in parentheses.
fn strange_arguments(head: &DeclarationHead<'_>, list: &TokenGroup) -> Vec<Range<usize>> {
    let tokens = head.inner.get(list.inner.clone()).unwrap_or_default();
    let offset = list.inner.start;
    let mut found = Vec::new();
    let (mut at, mut first, mut is_strange) = (0, None, false);
    let mut end = 0;
    while at <= tokens.len() {
        let token = tokens.get(at).filter(|token| token.kind != DeclarationTokenKind::Sign(b','));
        let Some(token) = token else {
            found.extend(first.take().filter(|_| is_strange).map(|start: usize| start..end));
            is_strange = false;
            at += 1;
            continue;
        };
        first.get_or_insert(token.range.start);
        is_strange |= !matches!(
            token.kind,
            DeclarationTokenKind::Word
                | DeclarationTokenKind::Scope
                | DeclarationTokenKind::Sign(b'*' | b'&' | b'<' | b'>')
        );
        at = if matches!(token.kind, DeclarationTokenKind::Group(_)) { token.mate - offset } else { at };
        end = tokens.get(at).map_or(token.range.end, |last| last.range.end);
        at += 1;
    }
    found
}

impl<'a> DeclarationHead<'a> {
    /// Returns the arguments of a macro that defines a function with the following body, as macros of test frameworks
    /// do. Outside classes, a function would have a type, so a name and parentheses alone before a body are such a
    /// macro.
    fn made_function(&self) -> Option<&'a TokenGroup> {
        let [name, list] = self.pieces else { return None };
        let word = self.word(0).filter(|_| name.kind == DeclarationTokenKind::Word)?;
        let is_one = matches!(self.end, End::Open(_))
            && self.class.is_none()
            && list.kind == DeclarationTokenKind::Group(b'(')
            && word.contains(char::is_uppercase)
            && !self.rules.is_keyword(word);
        is_one.then_some(list)
    }

    /// Returns the word at an index.
    fn word(&self, at: usize) -> Option<&'a str> {
        let piece = self.pieces.get(at).filter(|piece| piece.kind == DeclarationTokenKind::Word)?;
        self.text.get(piece.range.clone())
    }

    fn is_macro(&self, word: &str) -> bool {
        self.rules.is_macro(word) && self.class != Some(word)
    }

    /// Returns the index after a word and its arguments, if the position of the word shows that it is a macro, however
    /// it is spelled: it is after the parameters of a function, or between a built-in type and the function's name, or,
    /// if the word is reserved for compilers and libraries, beside the declared name.
    fn lone_macro(&self, at: usize, passed: &HeadFacts) -> Option<usize> {
        let is_plain = |word: &&str| !self.rules.is_keyword(word) && !self.rules.continues(word);
        let word = self.word(at).filter(is_plain)?;
        let after = self.after_arguments(at);
        let before = self.pieces.get(at.checked_sub(1)?)?;
        let next = self.pieces.get(after);
        let next_name = self.word(after).filter(is_plain).filter(|next| !is_reserved(next));
        let is_behind_list = passed.has_parameters && before.kind == DeclarationTokenKind::Group(b'(');
        let is_there = if passed.has_parameters {
            let is_last = next.is_none() && after == at + 1 && !matches!(self.end, End::Close);
            is_behind_list && is_last && passed.names > 1
        } else if is_reserved(word) && next_name.is_some() {
            passed.names > 0 && before.kind != DeclarationTokenKind::Scope && !self.begins_tag(at - 1)
        } else if is_reserved(word) {
            let is_end = next.is_none_or(|next| next.kind == DeclarationTokenKind::Sign(b'='));
            let is_behind_array = before.kind == DeclarationTokenKind::Group(b'[') && passed.names > 1;
            is_end && (is_behind_array || self.is_behind_name(at, passed))
        } else {
            let is_type = self.word(at - 1).is_some_and(|word| contains(&self.rules.types, word));
            let is_called =
                self.pieces.get(after + 1).is_some_and(|list| list.kind == DeclarationTokenKind::Group(b'('));
            passed.has_built_in
                && after == at + 1
                && next_name.is_some()
                && is_called
                && (is_type || before.kind == DeclarationTokenKind::Sign(b'*'))
        };
        is_there.then_some(after)
    }

    /// Returns whether the word before an index is the declared name, preceded by its type.
    fn is_behind_name(&self, at: usize, passed: &HeadFacts) -> bool {
        let Some(before) = at.checked_sub(2) else { return false };
        let name = self.word(at - 1);
        passed.names > 1
            && name.is_some_and(|name| !self.rules.is_keyword(name) && !is_reserved(name))
            && self.pieces[before].kind != DeclarationTokenKind::Scope
            && !self.begins_tag(before)
    }

    /// Returns whether the word at an index precedes the name of a type: `struct`, `enum`.
    fn begins_tag(&self, at: usize) -> bool {
        let rules = self.rules;
        self.word(at).is_some_and(|word| contains(&rules.class_words, word) || word == rules.enum_word)
    }

    fn is_sign(&self, at: usize, sign: u8) -> bool {
        self.pieces.get(at).is_some_and(|piece| piece.kind == DeclarationTokenKind::Sign(sign))
    }

    fn starts_with(&self, piece: &TokenGroup, text: &str) -> bool {
        self.text.get(piece.range.clone()).is_some_and(|own| own.starts_with(text))
    }

    /// Returns the index after a word and the parentheses that follow it.
    fn after_arguments(&self, at: usize) -> usize {
        let has_arguments =
            self.pieces.get(at + 1).is_some_and(|next| next.kind == DeclarationTokenKind::Group(b'('));
        at + 1 + usize::from(has_arguments)
    }

    /// Returns whether the parentheses at an index contain parameters.
    fn is_call(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        match self.word(before) {
            Some(word) => !contains(&self.rules.bracket_words, word),
            None => !matches!(
                self.pieces[before].kind,
                DeclarationTokenKind::Scope | DeclarationTokenKind::Arrow | DeclarationTokenKind::Literal
            ),
        }
    }

    /// Returns the parentheses around the name in `int (max)(int, int)`.
    fn brackets_of_name(&self) -> Option<[Range<usize>; 2]> {
        let at = self
            .pieces
            .windows(2)
            .position(|two| two.iter().all(|one| one.kind == DeclarationTokenKind::Group(b'(')))?;
        let is_type = at.checked_sub(1).is_some_and(|before| {
            self.word(before).is_some_and(|word| {
                word != self.rules.operator_word
                    && !contains(&self.rules.bracket_words, word)
                    && !self.is_macro(word)
            })
        });
        let group = self.pieces.get(at)?;
        let [DeclarationToken { kind: DeclarationTokenKind::Word, .. }] =
            self.inner.get(group.inner.clone())?
        else {
            return None;
        };
        let range = &group.range;
        is_type.then(|| [range.start..range.start + 1, range.end - 1..range.end])
    }

    /// Returns the index of the first parameter list after a name that is not a macro, before initializers and values.
    fn real_call(&self) -> Option<usize> {
        let ends = |piece: &TokenGroup| {
            matches!(piece.kind, DeclarationTokenKind::Sign(b'=' | b':') | DeclarationTokenKind::Arrow)
        };
        let is_operator = |word: &str| word == self.rules.operator_word;
        let mut has_operator = false;
        for (at, piece) in self.pieces.iter().enumerate() {
            has_operator |= self.word(at).is_some_and(is_operator);
            if ends(piece) && !has_operator {
                return None;
            }
            if piece.kind != DeclarationTokenKind::Group(b'(') || !self.is_call(at) {
                continue;
            }
            let before = at.checked_sub(1).and_then(|before| self.word(before));
            let is_sign = matches!(
                self.pieces.get(at.wrapping_sub(1)),
                Some(TokenGroup { kind: DeclarationTokenKind::Sign(b'>'), .. })
            );
            if has_operator || is_sign || before.is_some_and(|word| !self.is_macro(word)) {
                return Some(at);
            }
        }
        None
    }

    /// Returns whether the name that begins at an index is the declared one, so that its type precedes it; a
    /// constructor has no type.
    fn is_declared_name(&self, at: usize) -> bool {
        let mut at = at;
        let mut owner = self.class;
        let mut name = self.word(at);
        loop {
            at = self.behind_angles(at + 1);
            match self.pieces.get(at).map(|piece| piece.kind) {
                Some(DeclarationTokenKind::Scope) => {
                    owner = name;
                    name = self.word(at + 1);
                    if name.is_none() || name == Some(&self.rules.operator_word) {
                        // A destructor has no type, an operator may have one.
                        return name.is_some();
                    }
                    at += 1;
                }
                // Only a constructor has initializers.
                Some(DeclarationTokenKind::Group(b'(')) => {
                    return name != owner && !self.is_sign(at + 1, b':');
                }
                None => return name != owner,
                Some(DeclarationTokenKind::Sign(b'=' | b',' | b':') | DeclarationTokenKind::Group(_)) => {
                    return true;
                }
                Some(_) => return false,
            }
        }
    }

    /// Returns the index after the `<...>` that begins at `at`, or `at` if there is none.
    fn behind_angles(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        let mut here = at;
        while let Some(piece) = self.pieces.get(here) {
            match piece.kind {
                DeclarationTokenKind::Sign(b'<') => depth += 1,
                DeclarationTokenKind::Sign(b'>') => depth = depth.saturating_sub(1),
                _ if depth == 0 => return here,
                _ => {}
            }
            here += 1;
            if depth == 0 {
                return here;
            }
        }
        at
    }
}
