//! The tools: their names, descriptions, arguments and hints.
//!
//! Hosts show all of this to a model before the first call, so it is kept short; the tests define the limits.

use std::sync::Arc;

use rmcp::model::{Tool as Description, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::{ServedTools, ToolSet};

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    ApplyPatch,
    CheckPatch,
    ReadFile,
    WriteFile,
    RenameFile,
    RemoveFile,
    ListFiles,
    SearchText,
    Undo,
}

impl Tool {
    const ALL: [Self; 9] = [
        Self::ApplyPatch,
        Self::CheckPatch,
        Self::ReadFile,
        Self::WriteFile,
        Self::RenameFile,
        Self::RemoveFile,
        Self::ListFiles,
        Self::SearchText,
        Self::Undo,
    ];

    /// Returns the tools that are served.
    pub(super) fn served(access: ServedTools, tools: ToolSet) -> Vec<Self> {
        let is_core =
            |tool: &Self| matches!(tool, Self::ApplyPatch | Self::CheckPatch | Self::ReadFile | Self::Undo);
        let is_served = |tool: &Self| {
            (access == ServedTools::ReadWrite || tool.only_reads())
                && (tools == ToolSet::All || is_core(tool))
        };
        Self::ALL.into_iter().filter(is_served).collect()
    }

    /// Returns its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::ApplyPatch => "apply_patch",
            Self::CheckPatch => "check_patch",
            Self::ReadFile => "read_file",
            Self::WriteFile => "write_file",
            Self::RenameFile => "rename_file",
            Self::RemoveFile => "remove_file",
            Self::ListFiles => "list_files",
            Self::SearchText => "search_text",
            Self::Undo => "undo",
        }
    }

    /// Returns whether it never changes a file.
    pub(super) const fn only_reads(self) -> bool {
        matches!(self, Self::CheckPatch | Self::ReadFile | Self::ListFiles | Self::SearchText)
    }

    /// Returns whether it may remove existing content.
    const fn is_destructive(self) -> bool {
        matches!(self, Self::ApplyPatch | Self::WriteFile | Self::RemoveFile)
    }

    /// Returns whether a second call with the same arguments changes nothing more.
    const fn is_idempotent(self) -> bool {
        self.only_reads() || matches!(self, Self::WriteFile)
    }

    const fn title(self) -> &'static str {
        match self {
            Self::ApplyPatch => "Apply a patch",
            Self::CheckPatch => "Check a patch",
            Self::ReadFile => "Read a file",
            Self::WriteFile => "Write a file",
            Self::RenameFile => "Rename a file",
            Self::RemoveFile => "Remove a file",
            Self::ListFiles => "List files",
            Self::SearchText => "Search text",
            Self::Undo => "Undo an edit",
        }
    }

    /// Returns when to use it, with an example.
    const fn description(self) -> &'static str {
        match self {
            Self::ApplyPatch => {
                "Edit files: several edits in one call, all of them or none. Use it for every change of existing \
                 files. `patch` is CHUNK YAML (by marker or by symbol), a unified diff, a `*** Begin Patch` envelope, \
                 <FILE_CHANGES>, SEARCH/REPLACE blocks or JSON edits; the format is detected. A refusal changes \
                 nothing and carries a corrected patch. The resource guide://page explains CHUNK YAML. Example:\n\
                 operations:\n\
                 \x20 - path: src/shop.py\n\
                 \x20   op: replace_symbol\n\
                 \x20   symbol: Basket.total\n\
                 \x20   payload: |-\n\
                 \x20     def total(self):\n\
                 \x20         return sum(self.prices)\n\
                 \x20 - path: src/shop.py\n\
                 \x20   op: replace_text\n\
                 \x20   marker: LIMIT = 10\n\
                 \x20   payload: LIMIT = 20"
            }
            Self::CheckPatch => {
                "Check what `apply_patch` would do with the same patch, and write nothing. Use it before a risky edit. \
                 Example: {\"patch\": \"--- a/x.txt\\n+++ b/x.txt\\n@@\\n-old\\n+new\\n\"}"
            }
            Self::ReadFile => {
                "Read lines of a file, the source of definitions (`symbols`), or an `outline` of all addresses. The \
                 `hash` in the answer can be sent as `expect` with an edit, which is refused if the file has changed \
                 since. A missing file is an answer. Example: {\"path\": \"src/shop.py\", \"symbols\": [\"Basket.total\"]}"
            }
            Self::WriteFile => {
                "Write a whole file; missing folders are created. Use it for new files, and \
                 `apply_patch` for changes. Example: {\"path\": \"docs/new.md\", \"content\": \"# \
                 New\\n\"}"
            }
            Self::RenameFile => {
                "Move or rename a file; missing folders are created, and nothing is overwritten. \
                 Example: {\"from\": \"a.py\", \"to\": \"lib/a.py\"}"
            }
            Self::RemoveFile => "Remove a file. `undo` restores it. Example: {\"path\": \"old.py\"}",
            Self::ListFiles => {
                "List a folder, or with `glob` all files below it that match, except what \
                 .gitignore excludes. Example: {\"glob\": \"src/**/*.py\"}"
            }
            Self::SearchText => {
                "Find lines by a regular expression, as ripgrep does; at most 500, as \
                 path:line:text. What .gitignore excludes is left out. Example: {\"pattern\": \
                 \"def total\", \"glob\": \"*.py\"}"
            }
            Self::Undo => {
                "Undo the last edit of any tool here, or the one whose `id` an earlier answer \
                 gave as `undo`; `list` shows them. Refused if its files have changed since. \
                 Example: {}"
            }
        }
    }

    /// Returns the JSON schemas of its arguments, and the names of the required ones.
    fn arguments(self) -> (Value, Value) {
        let text = |what: &str| json!({"type": "string", "description": what});
        let flag = |what: &str| json!({"type": "boolean", "description": what});
        let count = |what: &str| json!({"type": "integer", "minimum": 1, "description": what});
        let path = || text("relative to the root");
        let hash = || text("`hash` that read_file gave");
        match self {
            Self::ApplyPatch | Self::CheckPatch => {
                let mut properties = json!({
                    "patch": text("the patch"),
                    "format": json!({"enum": ["auto", "chunk", "unified", "apply-patch", "file-changes", "search-replace", "json-edits"]}),
                    "expect": json!({
                        "type": "object", "additionalProperties": {"type": "string"},
                        "description": "path: `hash` that read_file gave",
                    }),
                    "verify_syntax": json!({"enum": ["off", "warn", "refuse"], "description": "new syntax errors; default warn"}),
                });
                if self == Self::ApplyPatch {
                    properties["dry_run"] = flag("write nothing");
                }
                (properties, json!(["patch"]))
            }
            Self::ReadFile => {
                let symbols = json!({"type": "array", "items": {"type": "string"}, "description": "addresses of definitions"});
                let properties = json!({
                    "path": path(), "start_line": count("first line, from 1"), "end_line": count("last line"),
                    "symbols": symbols, "outline": flag("list addresses"),
                });
                (properties, json!(["path"]))
            }
            Self::WriteFile => {
                let properties = json!({"path": path(), "content": text("all of it"), "expect": hash()});
                (properties, json!(["path", "content"]))
            }
            Self::RenameFile => {
                (json!({"from": path(), "to": path(), "expect": hash()}), json!(["from", "to"]))
            }
            Self::RemoveFile => (json!({"path": path(), "expect": hash()}), json!(["path"])),
            Self::ListFiles => (
                json!({"path": text("folder; default the root"), "glob": text("such as *.py, src/**/*.ts")}),
                json!([]),
            ),
            Self::SearchText => {
                let properties = json!({
                    "pattern": text("regular expression"), "path": text("folder or file"), "glob": text("files to search"),
                    "files_only": flag("paths only"), "ignore_case": flag("ignore case"),
                    "max_lines": count("default and maximum: 500"),
                });
                (properties, json!(["pattern"]))
            }
            Self::Undo => (json!({"id": text("which run"), "list": flag("list runs only")}), json!([])),
        }
    }

    /// Returns the whole description, in the form that hosts request.
    pub(super) fn describe(self) -> Description {
        let (properties, required) = self.arguments();
        let input = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        });
        let annotations = ToolAnnotations::with_title(self.title())
            .read_only(self.only_reads())
            .destructive(self.is_destructive())
            .idempotent(self.is_idempotent())
            .open_world(false);
        Description::new(self.name(), self.description(), Arc::new(object(input)))
            .with_raw_output_schema(Arc::new(object(self.output())))
            .with_annotations(annotations)
    }

    /// Returns the JSON schema of the structured content of an answer or a refusal.
    fn output(self) -> Value {
        let mut properties = json!({"ok": {"type": "boolean"}, "text": {"type": "string"}});
        match self {
            Self::ReadFile => properties["hash"] = json!({"type": "string"}),
            Self::ListFiles => properties["entries"] = json!({"type": "array"}),
            Self::SearchText => {}
            _ => {
                properties["files"] = json!({"type": "array"});
                properties["errors"] = json!({"type": "array"});
            }
        }
        json!({"type": "object", "properties": properties, "required": ["ok", "text"]})
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_short_enough_for_hosts() {
        let all: Vec<Description> = Tool::ALL.into_iter().map(Tool::describe).collect();
        let size = serde_json::to_string(&all).expect("it is JSON").chars().count();
        assert!(size < 4 * 2500, "about {} tokens", size / 4);
        for tool in &all {
            let description = tool.description.as_deref().unwrap_or_default();
            assert!(description.chars().count() < 2048, "{}", tool.name);
            assert!(description.contains("Example:"), "{}", tool.name);
        }
    }

    #[test]
    fn what_may_write_is_not_served_to_readers() {
        let served = |access, tools| -> Vec<&str> {
            Tool::served(access, tools).into_iter().map(Tool::name).collect()
        };
        let reading = ["check_patch", "read_file", "list_files", "search_text"];
        assert_eq!(served(ServedTools::ReadOnly, ToolSet::All), reading);
        assert_eq!(served(ServedTools::ReadOnly, ToolSet::Core), reading[..2]);
        assert_eq!(
            served(ServedTools::ReadWrite, ToolSet::Core),
            ["apply_patch", "check_patch", "read_file", "undo"]
        );
        assert_eq!(served(ServedTools::ReadWrite, ToolSet::All).len(), 9);
    }
}
