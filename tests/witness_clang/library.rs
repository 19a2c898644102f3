//! The libraries, and what clang says of their headers.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::witness::{files, step, told_by};

/// Whether the rules were made with a library in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Tuned,
    HeldOut,
}

/// A library: its name, the folder of its headers, and what the compiler is told.
pub(crate) struct Library {
    pub(crate) name: &'static str,
    pub(crate) used: Use,
    folder: &'static str,
    flags: &'static str,
    /// Every n-th header is looked at.
    step: usize,
}

pub(crate) const LIBRARIES: &[Library] = &[
    Library { name: "fmt", used: Use::Tuned, folder: "/usr/include/fmt", flags: "", step: 3 },
    Library { name: "nlohmann-json", used: Use::Tuned, folder: "/usr/include/nlohmann", flags: "", step: 5 },
    Library {
        name: "spdlog",
        used: Use::Tuned,
        folder: "/usr/include/spdlog",
        flags: "-DSPDLOG_FMT_EXTERNAL",
        step: 20,
    },
    Library { name: "googletest", used: Use::Tuned, folder: "/usr/include/gtest", flags: "", step: 3 },
    Library {
        name: "abseil",
        used: Use::HeldOut,
        folder: "/usr/include/absl",
        flags: "-U__SSE__ -U__SSE2__ -U__SSE3__",
        step: 60,
    },
    Library {
        name: "eigen",
        used: Use::HeldOut,
        folder: "/usr/include/eigen3/Eigen",
        flags: "-I/usr/include/eigen3 -DEIGEN_DONT_VECTORIZE",
        step: 60,
    },
    Library {
        name: "protobuf",
        used: Use::HeldOut,
        folder: "/usr/include/google/protobuf",
        flags: "",
        step: 30,
    },
    Library { name: "re2", used: Use::HeldOut, folder: "/usr/include/re2", flags: "", step: 1 },
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

/// What clang says of the headers of a library; `None` if it cannot be asked.
pub(crate) fn ask(library: &Library) -> Option<Vec<Seen>> {
    let wanted = |path: &Path| path.extension().is_none_or(|name| name == "h" || name == "hpp");
    let mut paths: Vec<PathBuf> = files(Path::new(library.folder), &wanted);
    paths = paths.into_iter().step_by(step(library.step)).collect();
    if paths.is_empty() {
        return None;
    }
    // What stands on top includes what is below in the right order.
    paths.sort_by_key(|path| (path.components().count(), path.clone()));
    let flags = format!("{} {}", library.flags, system_folders());
    let mut asked = serde_json::json!({ "flags": flags, "files": paths }).to_string();
    asked.push('\n');
    let told = told_by("witness_clang.py", asked)?;
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
