//! Calls of tools: from the name and the arguments to the answer.

use chunk::diag::Diagnostic;
use chunk::report::RunMode;
use serde_json::{Map, Value};

use super::answer::Answer;
use super::arguments::read as arguments;
use super::context::Context;
use super::tools::Tool;
use super::{edit, find, read};

/// Answers a call.
pub(super) fn call(context: &Context, tool: Tool, given: Map<String, Value>) -> Answer {
    answer(context, tool, given).unwrap_or_else(|problem| Answer::refused(&problem))
}

fn answer(context: &Context, tool: Tool, given: Map<String, Value>) -> Result<Answer, Diagnostic> {
    let name = tool.name();
    match tool {
        Tool::ApplyPatch => edit::patch(context, arguments(name, given)?, RunMode::Real),
        Tool::CheckPatch => edit::patch(context, arguments(name, given)?, RunMode::DryRun),
        Tool::ReadFile => read::read(context, arguments(name, given)?),
        Tool::WriteFile => edit::write(context, arguments(name, given)?),
        Tool::RenameFile => edit::rename(context, arguments(name, given)?),
        Tool::RemoveFile => edit::remove(context, arguments(name, given)?),
        Tool::ListFiles => find::list(context, &arguments(name, given)?),
        Tool::SearchText => find::search(context, &arguments(name, given)?),
        Tool::Undo => edit::undo(context, &arguments(name, given)?),
    }
}
