//! The command line arguments. Most doc comments here are the text that `--help` prints.

use std::path::PathBuf;

use chunk::ir::Format;
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::lazy::Lazy;

const EXIT_STATUS: &str = "\
Exit status:
  0  the patch was applied (or has no operations)
  1  the patch was understood, but refused
  2  the command line or the patch could not be understood
  3  an I/O error, or another run has locked the root
With 1, 2 and 3, no file has changed.";

const UNDO: &str = "\
Every `chunk apply` leaves a record in the user's state folder (XDG_STATE_HOME, else
~/.local/state), below `chunk/undo`: what was at each path that it changed. A run can be undone
as long as every one of these paths is as the run left it. To undo the run before it, run
`chunk undo` again; `chunk undo ID` with the record of an undo redoes the run.
`chunk apply --no-undo` leaves no record.

Exit status: as for `chunk apply`; 1 if there is no record, or a file has changed since.";

/// Applies patches that language models, refactoring bots and people write.
#[derive(Debug, Parser)]
#[command(name = "chunk", version, about, after_help = EXIT_STATUS, max_term_width = 100)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Apply a patch to the files below a folder: all of it, or nothing
    #[command(after_help = EXIT_STATUS)]
    Apply(Lazy<ApplyArgs>),
    /// Check whether a patch would apply, and print what `apply` would; nothing is written
    #[command(after_help = EXIT_STATUS)]
    Check(Lazy<CheckArgs>),
    /// Print what a patch would change as a git diff; nothing is written
    #[command(after_help = EXIT_STATUS)]
    Diff(Lazy<PatchArgs>),
    /// Print a patch in another format: applied to the same files, it does the same
    #[command(after_help = EXIT_STATUS)]
    Convert(Lazy<ConvertArgs>),
    /// List every address that a symbol operation can name in a file
    Symbols(Lazy<SymbolsArgs>),
    /// Print the source of one definition
    Show(Lazy<ShowArgs>),
    /// List every place in the project that uses a definition, or may use it: what `rename_symbol` would do
    Uses(Lazy<UsesArgs>),
    /// List the definitions of a name in the project
    Find(Lazy<FindArgs>),
    /// Undo a run: the last one that is not undone yet, or any other that can be
    #[command(after_help = UNDO)]
    Undo(Lazy<UndoArgs>),
    /// Explain how to write a patch: on one page, or one operation or format with an example
    Guide(Lazy<GuideArgs>),
    /// Print the JSON schema of CHUNK YAML patches, or of what `--json` prints
    Schema(Lazy<SchemaArgs>),
    /// Finish or roll back a run that was killed
    Recover(Lazy<RecoverArgs>),
    /// Print a script for a shell to complete commands and options
    Completions(Lazy<CompletionsArgs>),
    /// Print the manual page of the program, or of one of its commands
    Man(Lazy<ManArgs>),
    /// Serve the files below a folder to agents, over standard input and output (Model Context Protocol)
    #[cfg(feature = "mcp")]
    Mcp(Lazy<McpArgs>),
}

/// What every command that reads a patch takes.
#[derive(Debug, Args)]
pub(crate) struct PatchArgs {
    /// The patch; `-` or nothing reads standard input
    #[arg(value_name = "PATCH")]
    pub(crate) patch: Option<PathBuf>,
    /// The folder that every path in the patch is relative to, and stays below
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// The format of the patch
    #[arg(long, value_enum, default_value_t = FormatArg::Auto)]
    pub(crate) format: FormatArg,
    /// Strip N components from each path of a diff, as `git apply -pN` does; without it, `a/` and `b/` and the name of an
    /// outer folder are detected from the paths and the tree
    #[arg(short = 'p', long, value_name = "N")]
    pub(crate) strip: Option<usize>,
    /// Reverse a diff
    #[arg(short = 'R', long)]
    pub(crate) reverse: bool,
    /// How far the lines of markers and hunks may differ from those of the files
    #[arg(long, value_enum, value_name = "HOW", default_value_t = FuzzArg::Default)]
    pub(crate) fuzz: FuzzArg,
    /// Insert lines even where they are already in place, as if every operation had `repeat: true`
    #[arg(long)]
    pub(crate) repeat: bool,
    /// Print one JSON object, whatever happens; the same as `--message-format json`
    #[arg(long)]
    pub(crate) json: bool,
    /// How the outcome is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = MessageFormat::Human)]
    pub(crate) message_format: MessageFormat,
    /// Limit an answer (a summary of what changed, or a refusal) to about N characters; the list of files is never cut
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) answer_limit: usize,
    /// Words that are macros in the files, in addition to those in capitals
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) macros: Vec<String>,
    /// When to colour messages
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColourArg::Auto)]
    pub(crate) color: ColourArg,
    /// What to do about syntax errors that the patch introduces; without it, files changed by symbol operations are
    /// checked, and errors are warnings
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) verify_syntax: Option<SyntaxArg>,
}

#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) patch: PatchArgs,
    /// Print what would change as a git diff, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Check whether the patch would apply, and print what a real run would; write nothing
    #[arg(long, conflicts_with_all = ["dry_run", "diff"])]
    pub(crate) check: bool,
    /// Also print what changed as a git diff
    #[arg(long)]
    pub(crate) diff: bool,
    /// Leave no record with which `chunk undo` could reverse the run
    #[arg(long)]
    pub(crate) no_undo: bool,
    /// Wait until the files are safe against a power failure
    #[arg(long)]
    pub(crate) sync: bool,
    /// On success, print only the list of files
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Also print where each operation applied, and how its place was found
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The patch; `-` or nothing reads standard input
    #[arg(value_name = "PATCH")]
    pub(crate) patch: Option<PathBuf>,
    /// The format to print
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: TargetArg,
    /// The folder that every path in the patch is relative to, and stays below
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// The format of the patch
    #[arg(long, value_enum, default_value_t = FormatArg::Auto)]
    pub(crate) format: FormatArg,
    /// Strip N components from each path of a diff
    #[arg(short = 'p', long, value_name = "N")]
    pub(crate) strip: Option<usize>,
    /// Reverse a diff
    #[arg(short = 'R', long)]
    pub(crate) reverse: bool,
    /// Words that are macros in the files, in addition to those in capitals
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) macros: Vec<String>,
    /// When to colour messages
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColourArg::Auto)]
    pub(crate) color: ColourArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TargetArg {
    /// CHUNK YAML
    Chunk,
    /// A git diff
    Unified,
    /// The `*** Begin Patch` envelope
    ApplyPatch,
    /// The `<FILE_CHANGES>` envelope
    FileChanges,
    /// SEARCH/REPLACE blocks
    SearchReplace,
}

impl TargetArg {
    pub(crate) const fn format(self) -> Format {
        match self {
            Self::Chunk => Format::Chunk,
            Self::Unified => Format::Unified,
            Self::ApplyPatch => Format::ApplyPatch,
            Self::FileChanges => Format::FileChanges,
            Self::SearchReplace => Format::SearchReplace,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) patch: PatchArgs,
    /// Print the patch itself, corrected where one correction is likely; exit with 0 if it then applies
    #[arg(long, conflicts_with_all = ["json", "message_format"])]
    pub(crate) repaired: bool,
    /// Print problems only
    #[arg(short, long, conflicts_with = "repaired")]
    pub(crate) quiet: bool,
    /// Also print where each operation would apply, and how its place was found
    #[arg(short, long, conflicts_with_all = ["quiet", "repaired"])]
    pub(crate) verbose: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SymbolsArgs {
    /// The file to list, or a folder with all files in it that git does not ignore
    pub(crate) path: PathBuf,
    /// The folder that it is relative to
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Also list fields, enumerators and definitions in functions
    #[arg(long)]
    pub(crate) all: bool,
    /// List only these kinds, such as `function` or `constant`
    #[arg(long, value_name = "KIND,...", value_delimiter = ',')]
    pub(crate) kind: Vec<String>,
    /// List only what is inside the definition with this address
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) under: Option<String>,
    /// Words that are macros in the file, in addition to those in capitals
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) macros: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The file that contains the definitions
    pub(crate) file: PathBuf,
    /// The folder that it is relative to
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// The addresses, as `chunk symbols` lists them
    #[arg(required = true)]
    pub(crate) symbols: Vec<String>,
    /// Words that are macros in the file, in addition to those in capitals
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) macros: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UsesArgs {
    /// The file of the definition, relative to the root
    pub(crate) file: String,
    /// The address of the definition, as `chunk symbols` lists it
    pub(crate) symbol: String,
    /// The folder of the project
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Words that are macros in the files, in addition to those in capitals
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) macros: Vec<String>,
    /// List at most N lines; 0 lists all
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) limit: usize,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    /// The name, or the end of an address
    pub(crate) name: String,
    /// The folder of the project
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Words that are macros in the files, in addition to those in capitals
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) macros: Vec<String>,
    /// List at most N lines; 0 lists all
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) limit: usize,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GuideArgs {
    /// An operation (`replace_text`) or a format (`unified`, `apply-patch`, `file-changes`, `search-replace`, `json-edits`); without it, one page about
    /// CHUNK YAML
    pub(crate) topic: Option<String>,
    /// Print the page as a document for agents
    #[arg(long = "as", value_enum, value_name = "FORM", conflicts_with = "topic")]
    pub(crate) form: Option<GuideForm>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GuideForm {
    /// A `SKILL.md`
    Skill,
    /// A section for an `AGENTS.md`
    AgentsMd,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// What to print the schema of
    #[arg(value_enum, default_value_t = SchemaOf::Patch)]
    pub(crate) of: SchemaOf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// CHUNK YAML patches
    Patch,
    /// The object that a run prints with `--json`
    Result,
}

#[derive(Debug, Args)]
pub(crate) struct UndoArgs {
    /// The record of the run, as `--list` and the JSON report name it
    #[arg(conflicts_with = "list")]
    pub(crate) id: Option<String>,
    /// List the records, the newest first
    #[arg(long)]
    pub(crate) list: bool,
    /// The folder that the run changed
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Print what would change as a git diff, and write nothing
    #[arg(long, conflicts_with = "list")]
    pub(crate) dry_run: bool,
    /// Print one JSON object, whatever happens
    #[arg(long)]
    pub(crate) json: bool,
    /// When to colour messages
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColourArg::Auto)]
    pub(crate) color: ColourArg,
}

#[derive(Debug, Args)]
pub(crate) struct RecoverArgs {
    /// The folder that the killed run changed
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command; without it, the program
    pub(crate) command: Option<String>,
}

#[cfg(feature = "mcp")]
#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// The folder that every path is relative to, and stays below
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Serve no tool that changes files
    #[arg(long)]
    pub(crate) read_only: bool,
    /// Which tools to serve
    #[arg(long, value_enum, value_name = "SET", default_value_t = ToolsArg::All)]
    pub(crate) tools: ToolsArg,
}

#[cfg(feature = "mcp")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ToolsArg {
    /// All tools
    All,
    /// The patch tools, `read_file` and `undo`, for hosts that have file tools of their own
    Core,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// Detected from the text
    Auto,
    /// CHUNK YAML
    Chunk,
    /// A git or unified diff
    Unified,
    /// The `*** Begin Patch` envelope
    ApplyPatch,
    /// The `<FILE_CHANGES>` envelope
    FileChanges,
    /// SEARCH/REPLACE blocks
    SearchReplace,
    /// Edits as agents' tools send them, in JSON
    JsonEdits,
}

impl FormatArg {
    pub(crate) const fn format(self) -> Option<Format> {
        match self {
            Self::Auto => None,
            Self::Chunk => Some(Format::Chunk),
            Self::Unified => Some(Format::Unified),
            Self::ApplyPatch => Some(Format::ApplyPatch),
            Self::FileChanges => Some(Format::FileChanges),
            Self::SearchReplace => Some(Format::SearchReplace),
            Self::JsonEdits => Some(Format::JsonEdits),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// Text with excerpts of the patch and the files
    Human,
    /// One line for each problem
    Short,
    /// One JSON object
    Json,
    /// Annotations of a GitHub workflow
    Github,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourArg {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FuzzArg {
    /// In white space, blank lines, look-alike characters and comments
    Default,
    /// Not at all; in markers, except for white space around a line
    Exact,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SyntaxArg {
    /// Nothing
    Off,
    /// Warn
    Warn,
    /// Refuse the patch
    Refuse,
}
