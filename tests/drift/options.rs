//! What the benchmark is asked to do.

use std::path::PathBuf;

/// The options of a run.
#[derive(Default)]
pub struct Options {
    /// Folders of packages, each with a folder for every release.
    pub corpora: Vec<PathBuf>,
    /// At most so many cases of each package.
    pub limit: Option<usize>,
    /// Only forms whose name holds this, and only cases.
    pub form: Option<String>,
    pub case: Option<String>,
    /// A folder into which every case goes that came out wrong or was refused.
    pub save: Option<PathBuf>,
    /// Whether other programs are asked, too.
    pub with_others: bool,
    filter: Option<String>,
}

/// What `--help` says.
const HELP: &str = "\
cargo test --test drift -- [OPTIONS]

  --corpus DIR...   packages; each has a folder for every release, named by its version
  --others          put GNU patch, git apply and git merge-file beside chunk, where they are installed
  --limit N         at most N cases of each package, evenly taken
  --form TEXT       only forms whose name holds TEXT
  --case TEXT       only cases whose name holds TEXT
  --save DIR        write down every case that came out wrong or was refused
";

impl Options {
    /// Reads the command line.
    ///
    /// # Errors
    /// What is wrong with it, or the help if it was asked for.
    pub fn read(args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut args = args.peekable();
        let mut options = Self::default();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--corpus" => {
                    options.corpora.push(value()?.into());
                    while let Some(more) = args.next_if(|arg| !arg.starts_with('-')) {
                        options.corpora.push(more.into());
                    }
                }
                "--limit" => options.limit = Some(value()?.parse().map_err(|_| "--limit takes a number")?),
                "--form" => options.form = Some(value()?),
                "--case" => options.case = Some(value()?),
                "--save" => options.save = Some(value()?.into()),
                "--others" => options.with_others = true,
                "--help" | "-h" => return Err(HELP.to_owned()),
                // What `cargo test` passes on to every test program.
                flag if flag.starts_with('-') => {}
                filter => options.filter = Some(filter.to_owned()),
            }
        }
        Ok(options)
    }

    /// Whether a run of all tests asked for this one by its name, or for all.
    pub fn is_meant(&self) -> bool {
        self.filter.as_ref().is_none_or(|filter| "drift".contains(filter.as_str()))
    }
}
