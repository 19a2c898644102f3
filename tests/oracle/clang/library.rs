//! The libraries, and what clang says of their headers.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::options::Options;
use crate::sources::files;
use crate::support::script;

/// Whether the rules were made with a library in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Tuned,
    HeldOut,
}

/// A library: its name, the folder of its headers below a root, and what the compiler is told (`ROOT` is the root).
pub(crate) struct Library {
    pub(crate) name: &'static str,
    pub(crate) used: Use,
    folder: &'static str,
    flags: &'static str,
}

pub(crate) const LIBRARIES: &[Library] = &[
    Library { name: "fmt", used: Use::Tuned, folder: "usr/include/fmt", flags: "" },
    Library { name: "nlohmann-json", used: Use::Tuned, folder: "usr/include/nlohmann", flags: "" },
    Library {
        name: "spdlog",
        used: Use::Tuned,
        folder: "usr/include/spdlog",
        flags: "-DSPDLOG_FMT_EXTERNAL",
    },
    Library { name: "googletest", used: Use::Tuned, folder: "usr/include/gtest", flags: "" },
    Library {
        name: "abseil",
        used: Use::HeldOut,
        folder: "usr/include/absl",
        flags: "-U__SSE__ -U__SSE2__ -U__SSE3__",
    },
    Library {
        name: "eigen",
        used: Use::HeldOut,
        folder: "usr/include/eigen3/Eigen",
        flags: "-IROOT/usr/include/eigen3 -DEIGEN_DONT_VECTORIZE",
    },
    Library { name: "protobuf", used: Use::HeldOut, folder: "usr/include/google/protobuf", flags: "" },
    Library { name: "re2", used: Use::HeldOut, folder: "usr/include/re2", flags: "" },
];

/// A header as clang sees it.
#[derive(Deserialize)]
pub(crate) struct Seen {
    pub(crate) file: String,
    pub(crate) found: Vec<Place>,
}

/// A class or function of a header.
#[derive(Deserialize)]
#[serde(from = "Row")]
pub(crate) struct Place {
    pub(crate) kind: String,
    pub(crate) path: Vec<String>,
    pub(crate) is_definition: bool,
    /// Whether it is, or stands in, a specialisation.
    pub(crate) is_specialised: bool,
    pub(crate) range: std::ops::Range<usize>,
    /// The byte of its name.
    pub(crate) at: usize,
    /// What it declares: all declarations of one thing have the same.
    pub(crate) entity: String,
    /// How many parts of the path are namespaces.
    pub(crate) modules: usize,
}

type Row = (String, Vec<String>, bool, bool, usize, usize, usize, String, usize);

impl From<Row> for Place {
    fn from(row: Row) -> Self {
        let (kind, path, is_definition, is_specialised, start, end, at, entity, modules) = row;
        Self { kind, path, is_definition, is_specialised, range: start..end, at, entity, modules }
    }
}

impl Place {
    pub(crate) fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }
}

/// Where libraries are looked for: the corpora, or the machine itself.
pub(crate) fn roots(options: &Options) -> Vec<PathBuf> {
    if options.has_corpus() { options.corpora.clone() } else { vec![PathBuf::from("/")] }
}

/// What clang says of the headers of a library; `None` if it cannot be asked.
pub(crate) fn ask(library: &Library, options: &Options) -> Option<Vec<Seen>> {
    let root = roots(options).into_iter().find(|root| root.join(library.folder).is_dir())?;
    let wanted = |path: &Path| path.extension().is_none_or(|name| name == "h" || name == "hpp");
    let mut paths: Vec<PathBuf> = files(&root.join(library.folder), &wanted);
    paths = paths.into_iter().step_by(options.step(20)).collect();
    // What stands on top includes what is below in the right order.
    paths.sort_by_key(|path| (path.components().count(), path.clone()));
    let root = root.display().to_string();
    let root = root.trim_end_matches('/');
    let flags = format!("{} -I{root}/usr/include {}", library.flags.replace("ROOT", root), system_folders());
    let mut asked = serde_json::json!({ "flags": flags, "files": paths }).to_string();
    asked.push('\n');
    let told = script::python("clang_definitions.py", asked)?;
    let seen: Vec<Seen> = told.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    (!seen.is_empty()).then_some(seen)
}

/// The folders of the compiler's own headers, as clang's library does not know them.
fn system_folders() -> String {
    let mut found = Vec::new();
    let compilers = std::fs::read_dir("/usr/include/c++").into_iter().flatten().flatten();
    for version in compilers.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        found.push(format!("-isystem /usr/include/c++/{version}"));
        found.push(format!("-isystem /usr/include/x86_64-linux-gnu/c++/{version}"));
        found.push(format!("-isystem /usr/lib/gcc/x86_64-linux-gnu/{version}/include"));
    }
    found.join(" ")
}
