//! The arguments of the tools.

use std::collections::BTreeMap;

use chunk::diag::{Code, Diagnostic};
use chunk::engine::{ExpectedFile, Fingerprint, SyntaxCheck};
use chunk::ir::{Format, PatchPath};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::seen::Seen;

/// Arguments of `apply_patch` and `check_patch`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatchArguments {
    /// Some hosts use other names for this argument of a tool called `apply_patch`.
    #[serde(alias = "input", alias = "patch_text")]
    pub(super) patch: String,
    pub(super) format: Option<String>,
    pub(super) dry_run: Option<bool>,
    pub(super) expect: Option<BTreeMap<String, String>>,
    pub(super) verify_syntax: Option<SyntaxWord>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SyntaxWord {
    Off,
    Warn,
    Refuse,
}

impl SyntaxWord {
    pub(super) const fn check(self) -> SyntaxCheck {
        match self {
            Self::Off => SyntaxCheck::Off,
            Self::Warn => SyntaxCheck::Warn,
            Self::Refuse => SyntaxCheck::Refuse,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadArguments {
    pub(super) path: String,
    #[serde(alias = "startLine")]
    pub(super) start_line: Option<usize>,
    #[serde(alias = "endLine")]
    pub(super) end_line: Option<usize>,
    #[serde(alias = "symbol")]
    pub(super) symbols: Option<Addresses>,
    pub(super) outline: Option<bool>,
}

/// One address, or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Addresses {
    One(String),
    Several(Vec<String>),
}

impl Addresses {
    pub(super) fn as_slice(&self) -> &[String] {
        match self {
            Self::One(address) => std::slice::from_ref(address),
            Self::Several(addresses) => addresses,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteArguments {
    pub(super) path: String,
    pub(super) content: String,
    pub(super) expect: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RenameArguments {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) expect: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RemoveArguments {
    pub(super) path: String,
    pub(super) expect: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListArguments {
    pub(super) path: Option<String>,
    pub(super) glob: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchArguments {
    pub(super) pattern: String,
    pub(super) path: Option<String>,
    pub(super) glob: Option<String>,
    #[serde(alias = "filesOnly")]
    pub(super) files_only: Option<bool>,
    pub(super) ignore_case: Option<bool>,
    #[serde(alias = "maxLines")]
    pub(super) max_lines: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UndoArguments {
    pub(super) id: Option<String>,
    pub(super) list: Option<bool>,
}

/// Parses the arguments of a tool.
pub(super) fn read<T: DeserializeOwned>(tool: &str, arguments: Map<String, Value>) -> Result<T, Diagnostic> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| {
        Diagnostic::error(Code::Usage, format!("the arguments of `{tool}` cannot be used: {error}"))
    })
}

/// Parses a path below the root.
pub(super) fn path(written: &str) -> Result<PatchPath, Diagnostic> {
    PatchPath::parse(written).map_err(|problem| {
        let refused = Diagnostic::error(Code::PathRefused, format!("`{written}` is refused: {problem}"));
        refused.with_help("paths are relative to the root of the server, and stay below it")
    })
}

/// Parses the path of a folder; returns `None` for the root.
pub(super) fn folder(written: Option<&str>) -> Result<Option<PatchPath>, Diagnostic> {
    match written.map(|written| written.trim_end_matches('/')) {
        None | Some("" | "." | "./") => Ok(None),
        Some(written) => path(written).map(Some),
    }
}

/// Parses the name of a patch format; returns `None` if it is to be detected from the text.
pub(super) fn format(written: Option<&str>) -> Result<Option<Format>, Diagnostic> {
    let Some(written) = written.filter(|written| *written != "auto") else { return Ok(None) };
    let found = Format::ALL.into_iter().find(|format| format.as_str() == written);
    found.map(Some).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.as_str()).collect();
        Diagnostic::error(Code::Usage, format!("`{written}` is not a patch format"))
            .with_help(format!("formats are auto, {}", names.join(", ")))
    })
}

/// Returns the expected state of a file, given a hash that `read_file` returned.
pub(super) fn expected(written: &str, hash: &str, seen: &Seen) -> Result<ExpectedFile, Diagnostic> {
    let found = Fingerprint::parse(hash).ok_or_else(|| {
        Diagnostic::error(Code::Usage, format!("`{hash}` is not a hash of a file or of lines"))
            .with_help("`expect` takes the `hash` that `read_file` gave for the same path")
    })?;
    let path = path(written)?;
    Ok(ExpectedFile { text: seen.text(&path, found), path, seen: found })
}
