//! Finds for each line of a text another one that its depth follows from: the line that opens the bracket around it, the
//! statement that it continues, the statement before it.

use super::NestingRules;
use super::relation::{Anchor, LinePlace, Relation};
use super::scope::{NestingFrame, Separators, aligned};
use super::tokens::{LinePiece, LineSort, PieceEnd, TokenLine, end_of, start_of};
use super::words::{
    ACCESS, CLAUSES, CONTINUES_BRACE, GROUPS, HEADINGS, LINE_WORDS, LISTS, first_words, is_heading, is_lead,
    is_macro, is_value, is_word_label, line_text_has_block, may_have_body, names_type,
};
use crate::text::lexer::StatementBoundary;
use crate::text::normal::first_word;

/// A walk over the lines of a text.
pub(super) struct Walk<'w> {
    rules: NestingRules<'w>,
    frames: Vec<NestingFrame>,
    count: usize,
    /// The line that is read.
    at: usize,
    /// The sign that the line begins with, if what it opens is aligned with the text behind that.
    sign_of_line: Option<String>,
    /// What separates the contents of each bracket, by its number.
    separators: Vec<Separators>,
    known: Vec<Separators>,
    /// The brackets at the start of each `#if`, and at the end of its first branch.
    branches: Vec<(Vec<NestingFrame>, Option<Vec<u8>>)>,
    is_broken: bool,
    places: Vec<Option<LinePlace>>,
    /// Comments above the next line of code.
    comments: Vec<usize>,
}

/// Returns the places of all lines of code and of comments that begin a line.
pub(super) fn places(lines: &[TokenLine<'_>], rules: NestingRules<'_>) -> Vec<Option<LinePlace>> {
    let mut first = Walk::new(rules, Vec::new(), lines.len());
    first.run(lines);
    let mut second = Walk::new(rules, first.separators, lines.len());
    second.run(lines);
    second.places
}

impl<'w> Walk<'w> {
    fn new(rules: NestingRules<'w>, known: Vec<Separators>, count: usize) -> Self {
        let mut walk = Self {
            rules,
            frames: Vec::new(),
            count: 0,
            at: 0,
            sign_of_line: None,
            separators: Vec::new(),
            known,
            branches: Vec::new(),
            is_broken: false,
            places: vec![None; count],
            comments: Vec::new(),
        };
        walk.restart();
        walk
    }

    fn restart(&mut self) {
        let mut base = self.frame(0);
        base.is_list = self.is_list(base.id) || self.rules.syntax.statements == StatementBoundary::Comma;
        self.frames = vec![base];
        self.branches.clear();
        self.is_broken = false;
    }

    /// Returns whether a first walk has found items rather than statements in a bracket.
    fn is_list(&self, id: usize) -> bool {
        self.known.get(id).is_some_and(|own| own.commas && !own.semicolons)
    }

    fn frame(&mut self, sign: u8) -> NestingFrame {
        let frame = NestingFrame::new(self.count, sign);
        self.count += 1;
        self.separators.push(Separators::default());
        frame
    }

    fn top(&mut self) -> &mut NestingFrame {
        self.frames.last_mut().expect("the frame of the text is never closed")
    }

    fn run(&mut self, lines: &[TokenLine<'_>]) {
        for (at, line) in lines.iter().enumerate() {
            self.at = at;
            match line.sort {
                LineSort::Blank | LineSort::InComment { .. } => {}
                LineSort::Comment => self.comments.push(at),
                LineSort::Directive { continued: false } => {
                    let opener = self.top().opener_line();
                    self.places[at] = Some(LinePlace::unknown(opener));
                    self.directive(line.text());
                }
                LineSort::Directive { continued: true } => {}
                LineSort::Text => self.pieces(at, line, usize::MAX),
                LineSort::Code => self.code(at, line),
            }
        }
        let end = self.as_statement();
        self.place_comments(&end);
    }

    fn directive(&mut self, text: &str) {
        self.top().is_crossed = true;
        let word = text.trim_start_matches(['#', ' ', '\t']);
        let signs = |frames: &[NestingFrame]| frames.iter().map(|frame| frame.sign).collect::<Vec<u8>>();
        match first_word(word) {
            "if" | "ifdef" | "ifndef" => self.branches.push((self.frames.clone(), None)),
            "else" | "elif" | "elifdef" | "elifndef" => {
                if let Some((start, end)) = self.branches.last_mut() {
                    let own = signs(&self.frames);
                    self.is_broken |= end.as_ref().is_some_and(|end| *end != own);
                    *end = Some(own);
                    self.frames = start.clone();
                }
            }
            "endif" => {
                if let Some((start, end)) = self.branches.pop() {
                    let end = end.unwrap_or_else(|| signs(&start));
                    self.is_broken |= end != signs(&self.frames);
                }
            }
            _ => {}
        }
    }

    fn code(&mut self, at: usize, line: &TokenLine<'_>) {
        if self.is_broken && line.indent().is_empty() && line.leading_closers() == 0 && self.rules.is_file {
            self.restart();
        }
        let closers = line.leading_closers();
        if line.pieces.first() == Some(&LinePiece::Close(b'>')) && self.top().sign != b'<' {
            // An operator, which may be anything.
            self.places[at] = Some(LinePlace::unknown(self.top().opener_line()));
            self.comments.clear();
            let rest = TokenLine { pieces: line.pieces[1..].to_vec(), ..line.clone() };
            self.pieces(at, &TokenLine { sort: LineSort::Text, ..rest }, usize::MAX);
            return;
        }
        let is_crossed = std::mem::take(&mut self.top().is_crossed);
        let place = if self.is_broken {
            LinePlace::unknown(None)
        } else if closers > 0 {
            let inner = self.as_statement();
            self.place_comments(&inner);
            self.closing(at, line, closers)
        } else {
            self.placed(at, line, is_crossed)
        };
        if closers == 0 {
            let comment = self.comment_above(at, &place);
            self.place_comments(&comment);
        }
        let start = start_of(&line.pieces);
        let is_rule = self.rules.syntax.statements == StatementBoundary::Rule;
        self.sign_of_line = Some(start).filter(|start| !is_rule && ["?", ":", "|"].contains(&start.as_str()));
        let frame = self.top();
        frame.is_behind_closer = closers > 0;
        frame.has_own_brace = matches!(line.pieces.first(), Some(LinePiece::Open(b'{', _)));
        let own = frame.id;
        self.places[at] = Some(place);
        self.pieces(at, line, own);
    }

    /// Returns the place of comments above a line.
    fn comment_above(&mut self, at: usize, place: &LinePlace) -> LinePlace {
        let opener = self.top().opener_line();
        let relation = match &place.relation {
            Relation::Case
            | Relation::NextCase
            | Relation::Access
            | Relation::NextAccess
            | Relation::Target
            | Relation::Clause => Relation::CommentAbove(Box::new(place.relation.clone())),
            _ => Relation::Sibling,
        };
        LinePlace { anchor: Anchor::Line(at), relation, bracket: None, opener }
    }

    fn place_comments(&mut self, place: &LinePlace) {
        for at in std::mem::take(&mut self.comments) {
            self.places[at] = Some(place.clone());
        }
    }

    /// Returns the place of a further statement in the innermost bracket.
    fn as_statement(&mut self) -> LinePlace {
        let is_broken = self.is_broken;
        let frame = self.top();
        let opener = frame.opener_line();
        let place = |anchor, relation| LinePlace { anchor, relation, bracket: None, opener };
        match () {
            () if is_broken || frame.is_opaque => LinePlace::unknown(opener),
            () if frame.sibling.is_some() => {
                place(frame.sibling.map_or(Anchor::Unknown, Anchor::Line), Relation::Sibling)
            }
            () if frame.case.is_some() => {
                place(frame.case.map_or(Anchor::Unknown, Anchor::Line), Relation::CaseBody)
            }
            () if frame.access.is_some() => place(frame.anchor, Relation::Member),
            () if frame.hangs => place(frame.anchor, frame.inner.clone()),
            () => aligned(frame),
        }
    }

    /// Closes the brackets that a line begins with closing.
    fn closing(&mut self, at: usize, line: &TokenLine<'_>, count: usize) -> LinePlace {
        let mut place = LinePlace::unknown(None);
        let mut first = None;
        for piece in &line.pieces[..count] {
            let LinePiece::Close(sign) = piece else { break };
            let Some(closed) = self.close(*sign) else { return LinePlace::unknown(None) };
            let is_alone = *first.get_or_insert(closed.anchor) == closed.anchor;
            place.anchor = first.unwrap_or(closed.anchor);
            let hangs = closed.hangs || closed.sibling.is_none();
            place.relation = match &closed.inner {
                _ if !is_alone => Relation::Closers,
                Relation::Behind(start) => Relation::CloserBehind(start.clone()),
                _ => Relation::Closer(*sign, hangs),
            };
            if closed.is_opaque {
                place.anchor = Anchor::Unknown;
            }
        }
        let frame = self.top();
        place.opener = frame.opener_line();
        frame.has_inner_end = frame.sibling.is_none() && frame.sign != 0;
        if frame.text.is_empty() {
            frame.statement = Some(at);
        }
        frame.last = frame.last.or(frame.statement);
        place
    }

    /// Closes the innermost bracket, which must be the partner of `sign`.
    fn close(&mut self, sign: u8) -> Option<NestingFrame> {
        let open = match sign {
            b')' => b'(',
            b']' => b'[',
            b'>' => b'<',
            _ => b'{',
        };
        if self.frames.len() < 2 || self.top().sign != open {
            self.is_broken = true;
            return None;
        }
        let closed = self.frames.pop()?;
        let at = self.at;
        let frame = self.top();
        if sign == b'}' {
            match closed.opener_line() {
                Some(line) if line == at => frame.text.push('}'),
                _ if closed.heading == "do" => frame.text = "do; ".to_owned(),
                _ => frame.text.clear(),
            }
            frame.end = PieceEnd::Brace;
        } else {
            frame.text.push(char::from(sign));
            frame.end = PieceEnd::Value("v");
        }
        Some(closed)
    }

    /// Returns the place of a line that closes nothing at its beginning.
    fn placed(&mut self, at: usize, line: &TokenLine<'_>, is_crossed: bool) -> LinePlace {
        let statements = self.rules.syntax.statements;
        let start = start_of(&line.pieces);
        let frame = self.top();
        let opener = frame.opener_line();
        if frame.is_opaque || line.pieces.first() == Some(&LinePiece::Opaque) {
            return LinePlace::unknown(opener);
        }
        let in_statements = frame.has_statements;
        let begins = match &frame.end {
            PieceEnd::Start | PieceEnd::Done => true,
            PieceEnd::Comma => {
                !in_statements
                    || frame.is_list
                        && !first_words(&frame.text).any(|word| LISTS.contains(&word))
                        && !frame.text.contains(") :")
            }
            PieceEnd::Colon | PieceEnd::Sign(_) => false,
            PieceEnd::Brace => {
                in_statements
                    && (statements == StatementBoundary::Rule || !CONTINUES_BRACE.contains(&start.as_str()))
            }
            PieceEnd::Value(_) => {
                let is_macro = statements == StatementBoundary::Semicolon && is_macro(&frame.text);
                let is_code = ["w", "s", "(", "[", "{"].contains(&start.as_str())
                    || start.starts_with(|sign: char| sign.is_alphabetic())
                        && !LINE_WORDS.contains(&start.as_str());
                let by_line = statements == StatementBoundary::Line
                    && is_code
                    && !(start == "{" && may_have_body(&frame.text));
                let is_macro = is_macro && ["w", "s", "(", "["].contains(&start.as_str());
                in_statements && (is_macro || by_line) && !is_heading(&frame.text) && !is_lead(&frame.text)
            }
        };
        if begins {
            self.beginning(at, line)
        } else if is_crossed {
            let place = LinePlace::unknown(opener);
            self.continued(at, &start);
            place
        } else {
            self.continued(at, &start)
        }
    }

    /// Returns the place of a line that begins a statement or an item.
    fn beginning(&mut self, at: usize, line: &TokenLine<'_>) -> LinePlace {
        let code = match line.pieces.first() {
            Some(LinePiece::Code(code)) => code.as_str(),
            _ => "",
        };
        let word = first_word(code);
        let is_alone = line.pieces.len() == 1;
        let place = self.as_statement();
        let frame = self.top();
        let opener = frame.opener_line();
        let in_statements = frame.has_statements;
        let label = |anchor, relation| LinePlace { anchor, relation, bracket: None, opener };
        if CLAUSES.contains(&word) && frame.end == PieceEnd::Brace
            || word == "else" && frame.end == PieceEnd::Done && !frame.ifs.is_empty()
        {
            let anchor = match (&frame.ifs[..], frame.sibling) {
                ([only], _) if word == "else" => Anchor::Line(*only),
                (_, Some(sibling)) if frame.statement == Some(sibling) && word != "else" => {
                    Anchor::Line(sibling)
                }
                _ => Anchor::Unknown,
            };
            frame.begin(at);
            return label(anchor, Relation::Clause);
        }
        if in_statements && frame.is_case(code) {
            let place = match frame.case {
                Some(case) => label(Anchor::Line(case), Relation::NextCase),
                None if frame.sign == 0 && frame.sibling.is_some() => LinePlace::unknown(opener),
                None if frame.sign == 0 => place,
                None => label(frame.anchor, Relation::Case),
            };
            frame.case = Some(at);
            frame.begin(at);
            frame.sibling = None;
            return place;
        }
        let is_label = is_alone && in_statements && is_word_label(code);
        if is_label && frame.is_class() {
            let place = match frame.access {
                Some(access) => label(Anchor::Line(access), Relation::NextAccess),
                None => label(frame.anchor, Relation::Access),
            };
            frame.access = Some(at);
            frame.begin(at);
            return place;
        }
        if is_label && !frame.is_list {
            let is_access = first_words(code).any(|word| ACCESS.contains(&word));
            let place = match frame.sign {
                0 if is_access => label(Anchor::Margin, Relation::Sibling),
                0 => LinePlace::unknown(opener),
                _ => label(frame.anchor, Relation::Target),
            };
            frame.begin(at);
            return place;
        }
        if frame.has_inner_end && frame.sibling.is_none() && !in_statements {
            frame.begin(at);
            return LinePlace::unknown(opener);
        }
        frame.sibling = Some(at);
        frame.ifs.clear();
        frame.begin(at);
        if word == "if" {
            frame.ifs.push(at);
        }
        place
    }

    /// Returns the place of a line that continues a statement.
    fn continued(&mut self, at: usize, start: &str) -> LinePlace {
        let frame = self.top();
        let opener = frame.opener_line();
        let Some(statement) = frame.statement else {
            let place = if frame.has_inner_end { LinePlace::unknown(opener) } else { aligned(frame) };
            frame.begin(at);
            frame.sibling = Some(at);
            return place;
        };
        let place =
            |anchor, relation| LinePlace { anchor: Anchor::Line(anchor), relation, bracket: None, opener };
        let is_value = matches!(frame.end, PieceEnd::Value(_));
        if start == "{" && is_value {
            let head = frame.head.unwrap_or(statement);
            frame.last = Some(at);
            frame.continued_by = None;
            return place(head, Relation::OwnBrace);
        }
        let is_code = ["w", "s", "(", "["].contains(&start);
        if is_value && is_code && is_heading(&frame.text) {
            frame.begin(at);
            return place(statement, Relation::Braceless);
        }
        if is_value && is_code && is_lead(&frame.text) {
            frame.begin(at);
            return place(statement, Relation::Attributed);
        }
        let end = match &frame.end {
            PieceEnd::Sign(sign) if sign == "<" => return LinePlace::unknown(opener),
            PieceEnd::Sign(sign) => sign.clone(),
            PieceEnd::Comma => ",".to_owned(),
            PieceEnd::Colon => ":".to_owned(),
            PieceEnd::Brace => "}".to_owned(),
            PieceEnd::Value(_) if frame.is_behind_closer => "}".to_owned(),
            PieceEnd::Value(value) => (*value).to_owned(),
            PieceEnd::Start | PieceEnd::Done => String::new(),
        };
        if start == ">" {
            return LinePlace::unknown(opener);
        }
        let above = frame.continued_by.take();
        let anchor = if above.is_none() { statement } else { frame.last.unwrap_or(statement) };
        // What follows these signs has a block of its own.
        frame.line_start = frame.text.len();
        let is_value = ["=", "=>", "?"].contains(&end.as_str()) || end == ":" && frame.is_list;
        if is_value && !first_words(&frame.text).any(|word| HEADINGS.contains(&word)) {
            frame.head = Some(at);
        }
        let is_code = ["w", "s", "(", "[", "{"].contains(&start);
        frame.continued_by = Some(if is_code { end.clone() } else { start.to_owned() });
        frame.last = Some(at);
        let within = if frame.sign == 0 { b'{' } else { frame.sign };
        place(anchor, Relation::Continued { within, end, start: start.to_owned(), above })
    }

    /// Reads the rest of a line, which begins in the frame with the number `own`.
    fn pieces(&mut self, at: usize, line: &TokenLine<'_>, own: usize) {
        let skipped = if line.sort == LineSort::Code { line.leading_closers() } else { 0 };
        let count = line.pieces.len();
        for (number, piece) in line.pieces.iter().enumerate().skip(skipped) {
            match piece {
                LinePiece::Code(code) => self.words(at, code),
                LinePiece::Value => {
                    let frame = self.top();
                    frame.text.push_str("s ");
                    frame.end = PieceEnd::Value("s");
                }
                LinePiece::Open(sign, column) => {
                    let frame = self.opened(at, *sign, own, line.sort == LineSort::Text);
                    let frame =
                        NestingFrame { opener: Some((at, *column)), hangs: number + 1 == count, ..frame };
                    self.frames.push(frame);
                }
                LinePiece::Close(sign) => {
                    self.close(*sign);
                }
                LinePiece::Opaque => self.top().is_opaque = true,
            }
            if self.is_broken {
                return;
            }
        }
    }

    fn words(&mut self, at: usize, code: &str) {
        let frame = self.top();
        let id = frame.id;
        let rest = match code.rfind(';') {
            Some(semicolon) => {
                frame.text.clear();
                frame.is_opaque = false;
                let rest = code[semicolon + 1..].trim();
                if !rest.is_empty() && frame.sign != b'(' {
                    frame.begin(at);
                }
                self.separators[id].semicolons = true;
                rest
            }
            None => code,
        };
        let frame = self.top();
        if frame.text.is_empty() || frame.text.ends_with([' ', '(', '[']) {
            frame.text.push_str(rest);
        } else {
            frame.text.push(' ');
            frame.text.push_str(rest);
        }
        frame.text.push(' ');
        if frame.text.len() > 400 {
            let cut = (200..).find(|cut| frame.text.is_char_boundary(*cut)).unwrap_or(0);
            frame.text.truncate(cut);
        }
        frame.end = end_of(code);
        let is_item =
            frame.end == PieceEnd::Comma && !first_words(&frame.text).any(|word| LISTS.contains(&word));
        if frame.end == PieceEnd::Colon && frame.has_statements {
            let own = frame.text.trim();
            if frame.is_case(own) || is_word_label(own) && (!frame.is_list || frame.is_class()) {
                frame.end = PieceEnd::Done;
            }
        }
        let is_if = first_word(&frame.text) == "if";
        if is_if && frame.statement == Some(at) && !frame.ifs.contains(&at) {
            frame.ifs.push(at);
        }
        self.separators[id].commas |= is_item;
    }

    /// Returns the frame of a bracket that is opened on a line.
    fn opened(&mut self, at: usize, sign: u8, own: usize, is_text: bool) -> NestingFrame {
        let behind = self.sign_of_line.clone();
        let rules = self.rules;
        let is_list = self.is_list(self.count);
        let frame = self.top();
        let is_inner = frame.opener_line() == Some(at);
        let is_block = sign == b'{'
            && match frame.end {
                PieceEnd::Value(_) | PieceEnd::Brace => {
                    !is_value(&frame.text) && (frame.has_statements || !names_type(&frame.text))
                }
                PieceEnd::Done => true,
                PieceEnd::Start => frame.has_statements && !is_inner,
                _ => false,
            };
        let text = frame.text.trim().to_owned();
        let mut inner = match sign {
            b'{' if is_block && first_words(&text).any(|word| rules.flat_words.contains(&word)) => {
                Relation::Namespace
            }
            b'{' if is_block && frame.has_own_brace => Relation::OwnBlock,
            b'{' if is_block => Relation::Block,
            b'{' if !frame.has_statements && !matches!(frame.end, PieceEnd::Sign(_))
                || frame.end == PieceEnd::Start && is_inner =>
            {
                Relation::Hanging(sign, frame.sign)
            }
            b'{' => Relation::Value,
            _ => Relation::Hanging(sign, if is_inner { frame.sign } else { 0 }),
        };
        if let Some(start) = behind {
            inner = Relation::Behind(start);
        }
        let anchor = if is_text || frame.is_opaque {
            Anchor::Unknown
        } else if frame.id == own {
            let continues = frame.continued_by.is_some() && frame.last == Some(at);
            let is_head = || {
                let words: Vec<&str> = first_words(&frame.text).collect();
                let is_sign = frame.continued_by.as_deref().is_some_and(|by| {
                    !by.starts_with(|sign: char| sign.is_alphabetic() || [',', ':', '}'].contains(&sign))
                });
                !line_text_has_block(&frame.text[frame.line_start.min(frame.text.len())..])
                    && (!is_sign || words.iter().take(2).any(|word| HEADINGS.contains(word)))
            };
            match frame.head {
                Some(head) if continues && is_block && (head == at || is_head()) => {
                    inner = if inner == Relation::Block && head != at { Relation::HeadBlock } else { inner };
                    Anchor::Line(head)
                }
                _ => Anchor::Line(at),
            }
        } else if is_inner {
            Anchor::Line(at)
        } else {
            match (frame.head, frame.last) {
                (Some(head), _) if is_block => Anchor::Line(head),
                (_, Some(last)) => Anchor::Line(last),
                _ => Anchor::Unknown,
            }
        };
        frame.text.push(char::from(sign));
        let is_opaque = frame.is_opaque;
        let mut new = self.frame(sign);
        new.anchor = anchor;
        new.inner = inner;
        new.is_list = is_list;
        new.is_opaque = is_opaque;
        new.has_statements |= sign == b'('
            && rules.syntax.statements == StatementBoundary::Line
            && GROUPS.contains(&text.as_str());
        new.heading = text;
        new
    }
}
