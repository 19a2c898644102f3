//! The tools `list_files` and `search_text`, which leave out `.git` and everything that git ignores.

use std::path::Path;

use chunk::diag::{Code, Diagnostic};
use chunk::engine;
use chunk::ir::PatchPath;
use chunk::vfs::{DiskTree, Kind, ReadTree as _};
use globset::{GlobBuilder, GlobMatcher};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::sinks::Lossy;
use grep_searcher::{BinaryDetection, SearcherBuilder};
use ignore::WalkBuilder;
use serde_json::json;

use super::answer::Answer;
use super::arguments::{ListArguments, SearchArguments, folder};
use super::context::Context;

/// The maximum number of entries that are listed, and of lines that are found.
const MAX_ENTRIES: usize = 1000;
const MAX_LINES: usize = 500;

/// The number of characters to which longer lines are cut, and the size in bytes above which files are not searched.
const WIDTH: usize = 300;
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Answers `list_files`.
pub(super) fn list(context: &Context, args: &ListArguments) -> Result<Answer, Diagnostic> {
    let tree = engine::open_tree(&context.root)?;
    let below = folder(args.path.as_deref())?;
    check_folder(&tree, below.as_ref())?;
    let pattern = args.glob.as_deref().map(Glob::new).transpose()?;
    let mut entries = Vec::new();
    let depth = if pattern.is_some() { None } else { Some(1) };
    for found in walk(&context.root, below.as_ref(), depth) {
        let FoundPath { path, inner, is_folder } = found;
        match &pattern {
            Some(pattern) if is_folder || !pattern.fits(&path, &inner) => {}
            _ => entries.push(if is_folder { path + "/" } else { path }),
        }
    }
    let count = entries.len();
    entries.truncate(MAX_ENTRIES);
    let mut text: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
    if count > MAX_ENTRIES {
        text.push_str(&format!("…{} more; give a narrower glob\n", count - MAX_ENTRIES));
    }
    if count == 0 {
        text.push_str("nothing found\n");
    }
    Ok(Answer::of(text, json!({"entries": entries, "count": count})))
}

/// Answers `search_text`.
pub(super) fn search(context: &Context, args: &SearchArguments) -> Result<Answer, Diagnostic> {
    let tree = engine::open_tree(&context.root)?;
    let pattern = args.glob.as_deref().map(Glob::new).transpose()?;
    let matcher = RegexMatcherBuilder::new()
        .case_insensitive(args.ignore_case == Some(true))
        .build(&args.pattern)
        .map_err(|error| {
            Diagnostic::error(
                Code::Usage,
                format!("`{}` is not a valid regular expression: {error}", args.pattern),
            )
            .with_help("escape special characters, such as `(`, with a backslash: `\\(`")
        })?;
    let mut hits = Hits {
        matcher,
        most: args.max_lines.unwrap_or(MAX_LINES).clamp(1, MAX_LINES),
        files_only: args.files_only == Some(true),
        lines: Vec::new(),
        files: 0,
        is_cut: false,
    };
    let below = folder(args.path.as_deref())?;
    if let Some(file) = below.as_ref().filter(|path| matches!(tree.kind(path), Ok(Some(Kind::File)))) {
        hits.look_into(&tree, file);
        return Ok(hits.answer());
    }
    check_folder(&tree, below.as_ref())?;
    for FoundPath { path, inner, is_folder } in walk(&context.root, below.as_ref(), None) {
        if hits.is_cut {
            break;
        }
        let is_wanted = !is_folder && pattern.as_ref().is_none_or(|pattern| pattern.fits(&path, &inner));
        if let Some(path) = is_wanted.then(|| PatchPath::parse(&path).ok()).flatten() {
            hits.look_into(&tree, &path);
        }
    }
    Ok(hits.answer())
}

/// The results of a search.
struct Hits {
    matcher: RegexMatcher,
    most: usize,
    files_only: bool,
    lines: Vec<String>,
    files: usize,
    /// Whether there are more results.
    is_cut: bool,
}

impl Hits {
    fn look_into(&mut self, tree: &DiskTree, path: &PatchPath) {
        let Ok(file) = tree.read(path) else { return };
        if file.stamp.size > MAX_FILE_BYTES {
            return;
        }
        let Self { matcher, most, files_only, lines, is_cut, .. } = self;
        let before = lines.len();
        let mut searcher =
            SearcherBuilder::new().line_number(true).binary_detection(BinaryDetection::quit(0)).build();
        let sink = Lossy(|number, line| {
            if lines.len() == *most {
                *is_cut = true;
                return Ok(false);
            }
            if *files_only {
                lines.push(path.to_string());
                return Ok(false);
            }
            lines.push(format!("{path}:{number}:{}", cut(line.trim_end_matches(['\n', '\r']))));
            Ok(true)
        });
        // The searched text is in memory, so only the sink itself could return an error.
        let _ = searcher.search_slice(&*matcher, &file.bytes, sink);
        self.files += usize::from(self.lines.len() > before);
    }

    fn answer(self) -> Answer {
        let mut text: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        if self.is_cut {
            text.push_str(&format!(
                "…more than {} lines; give a narrower pattern, path or glob\n",
                self.lines.len()
            ));
        }
        if self.lines.is_empty() {
            text.push_str("nothing found\n");
        }
        Answer::of(text, json!({"lines": self.lines.len(), "files": self.files, "more": self.is_cut}))
    }
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// A glob: if it has no `/`, it is matched against names, otherwise against paths.
struct Glob {
    matcher: GlobMatcher,
    is_of_names: bool,
}

impl Glob {
    fn new(written: &str) -> Result<Self, Diagnostic> {
        let written = written.trim_start_matches("./");
        let glob = GlobBuilder::new(written)
            .literal_separator(true)
            .build()
            .map_err(|error| Diagnostic::error(Code::Usage, format!("`{written}` is not a glob: {error}")))?;
        Ok(Self { matcher: glob.compile_matcher(), is_of_names: !written.contains('/') })
    }

    /// Returns whether a path matches, relative to the root or to the requested folder.
    fn fits(&self, path: &str, inner: &str) -> bool {
        let name = || path.rsplit_once('/').map_or(path, |(_, name)| name);
        if self.is_of_names {
            return self.matcher.is_match(name());
        }
        self.matcher.is_match(path) || self.matcher.is_match(inner)
    }
}

/// A file or folder that was found.
struct FoundPath {
    /// Its path relative to the root.
    path: String,
    /// Its path relative to the folder that was walked.
    inner: String,
    is_folder: bool,
}

/// Returns everything below a folder, in the order of the names.
fn walk<'a>(
    root: &'a Path,
    below: Option<&PatchPath>,
    depth: Option<usize>,
) -> impl Iterator<Item = FoundPath> + use<'a> {
    let start = below.map_or_else(|| root.to_owned(), |below| root.join(below.as_str()));
    let mut walk = WalkBuilder::new(&start);
    walk.hidden(false).ignore(false).require_git(false);
    walk.max_depth(depth).sort_by_file_name(Ord::cmp);
    walk.filter_entry(|entry| entry.file_name() != ".git");
    walk.build().filter_map(Result::ok).filter(|entry| entry.depth() > 0).filter_map(move |entry| {
        let kind = entry.file_type()?;
        let shown = |base: &Path| Some(entry.path().strip_prefix(base).ok()?.to_string_lossy().into_owned());
        let is_wanted = kind.is_file() || kind.is_dir();
        is_wanted
            .then(|| Some(FoundPath { path: shown(root)?, inner: shown(&start)?, is_folder: kind.is_dir() }))
            .flatten()
    })
}

/// Checks that a path is a folder, and not a link.
fn check_folder(tree: &DiskTree, folder: Option<&PatchPath>) -> Result<(), Diagnostic> {
    let Some(folder) = folder else { return Ok(()) };
    match tree.kind(folder) {
        Ok(Some(Kind::Folder)) => Ok(()),
        Ok(None) => Err(Diagnostic::error(Code::FileMissing, format!("`{folder}` does not exist"))),
        Ok(Some(_)) => Err(Diagnostic::error(Code::PathRefused, format!("`{folder}` is not a folder"))),
        Err(error) => Err(Diagnostic::error(Code::PathRefused, format!("`{folder}`: {error}"))),
    }
}
