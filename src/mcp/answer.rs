//! The answers of tools: the same report as text and as structured content.

use chunk::diag::Diagnostic;
use chunk::report::human::{self, Colour, PatchText, Verbosity as Changes};
use chunk::report::{Report, RunMode, json, refusal};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use super::wording::name_tools;

/// The approximate maximum number of characters of the text about an edit.
const LIMIT: usize = 2000;

/// The answer of a tool.
#[derive(Debug)]
pub(super) struct Answer {
    text: String,
    /// The structured content, a JSON object.
    structured: Map<String, Value>,
    is_refusal: bool,
}

impl Answer {
    /// Returns an answer with a text for the model, and facts for programs.
    pub(super) fn of(text: String, facts: Value) -> Self {
        let structured = match facts {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        Self { text, structured, is_refusal: false }
    }

    /// Returns the answer for a call that failed.
    pub(super) fn refused(problem: &Diagnostic) -> Self {
        let none = PatchText { name: "<none>", bytes: b"" };
        let errors = json!([{"code": problem.code.as_str(), "message": problem.message, "help": problem.help.join("\n")}]);
        let structured = Map::from_iter([("errors".to_owned(), errors)]);
        Self { text: human::diagnostic(problem, none, Colour::Off), structured, is_refusal: true }
    }

    /// Returns the answer with the report of an edit.
    pub(super) fn of_report(mut report: Report, patch: PatchText<'_>) -> Self {
        name_tools(&mut report.warnings);
        name_tools(&mut report.errors);
        let report = &report;
        let mut text = refusal::problems(report, patch, Colour::Off, LIMIT);
        if report.is_ok() {
            let answer = Changes::Changes(LIMIT).with_problems(&text);
            text.push_str(&match report.mode {
                RunMode::Real => human::success(report, answer),
                RunMode::DryRun => human::would_succeed(report, answer),
            });
        }
        let structured = match serde_json::from_str(&json::object(report, patch)) {
            Ok(Value::Object(object)) => without_redundancy(object),
            _ => Map::new(),
        };
        Self { text, structured, is_refusal: !report.is_ok() }
    }

    /// Adds a line to the text.
    pub(super) fn with_line(mut self, line: &str) -> Self {
        self.text.push_str(line);
        self
    }
}

/// Removes from a report what its text already says, and null values.
fn without_redundancy(mut report: Map<String, Value>) -> Map<String, Value> {
    for (list, field) in [("errors", "rendered"), ("warnings", "rendered"), ("operations", "changes")] {
        for item in report.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(item) = item.as_object_mut() {
                item.shift_remove(field);
                item.retain(|_, value| !value.is_null());
            }
        }
    }
    report.retain(|_, value| !value.is_null());
    report
}

impl From<Answer> for CallToolResult {
    fn from(answer: Answer) -> Self {
        let Answer { text, mut structured, is_refusal } = answer;
        structured.insert("ok".to_owned(), Value::Bool(!is_refusal));
        structured.insert("text".to_owned(), Value::String(text.clone()));
        let content = vec![ContentBlock::text(text)];
        let mut result =
            if is_refusal { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = Some(Value::Object(structured));
        result
    }
}
