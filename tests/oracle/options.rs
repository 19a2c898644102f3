//! What the oracles are asked to do.

use std::path::PathBuf;

/// The options of a run.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// Oracles whose name holds one of these; all of them where there is none.
    pub(crate) names: Vec<String>,
    /// Folders whose sources are read, in place of those of the repository.
    pub(crate) corpora: Vec<PathBuf>,
    /// Every n-th file is read.
    every: Option<usize>,
    /// Whether all findings are printed, and not only the first.
    pub(crate) is_long: bool,
}

/// What `--help` prints.
pub(crate) const HELP: &str = "\
cargo test --test oracle -- [NAME...] [OPTIONS]

Compares what chunk finds in sources with what other parsers find. Without a corpus the sources of this
repository are read, by the oracles that need no other program. `tests/oracle/run` installs programs and
sources, and runs all.

  NAME           oracles whose name holds NAME; =NAME the one of that name
  --corpus DIR   read the sources below DIR instead (may be repeated); for C++ libraries, those below
                 DIR/usr/include, of all DIRs together
  --every N      every n-th file (1 of a corpus; less of the repository)
  --long         print all findings, not only the first

Oracles: NAMES
";

impl Options {
    /// Reads the command line.
    ///
    /// # Errors
    /// What is wrong with it; an empty text if the help was asked for.
    pub(crate) fn read(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--corpus" => options.corpora.push(value()?.into()),
                "--every" => {
                    let every: usize = value()?.parse().map_err(|_| "--every takes a number")?;
                    options.every = Some(every.max(1));
                }
                "--long" => options.is_long = true,
                "--help" | "-h" => return Err(String::new()),
                // What `cargo test` passes on to every test program.
                flag if flag.starts_with('-') => {}
                name => options.names.push(name.to_owned()),
            }
        }
        Ok(options)
    }

    pub(crate) fn has_corpus(&self) -> bool {
        !self.corpora.is_empty()
    }

    /// Every n-th file is read: `usual` of the repository, all of a corpus.
    pub(crate) fn step(&self, usual: usize) -> usize {
        self.every.unwrap_or(if self.has_corpus() { 1 } else { usual })
    }

    /// Whether an oracle was asked for: `=NAME` by its whole name, else by a part of it.
    pub(crate) fn names(&self, oracle: &str) -> bool {
        let is_it = |name: &String| match name.strip_prefix('=') {
            Some(name) => oracle == name,
            None => oracle.contains(name.as_str()),
        };
        self.names.iter().any(is_it)
    }
}
