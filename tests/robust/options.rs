//! What the benchmark is asked to do.

use std::path::PathBuf;

use crate::run::External;

/// The options of a run.
#[derive(Default)]
pub struct Options {
    pub seed: u64,
    /// How many patches are made of each pair.
    pub rounds: usize,
    /// How many pairs of each corpus are taken.
    pub limit: Option<usize>,
    /// Old and new releases.
    pub corpora: Vec<(PathBuf, PathBuf)>,
    pub tools: Vec<External>,
    /// Only damages and formats whose name holds this.
    pub damage: Option<String>,
    pub format: Option<String>,
    /// A folder into which every patch goes that came out wrong or was refused.
    pub save: Option<PathBuf>,
    /// A folder into which every patch goes.
    pub dump: Option<PathBuf>,
    pub filter: Option<String>,
}

/// What `--help` says.
pub const HELP: &str = "\
cargo test --test robust -- [OPTIONS]

  --corpus OLD NEW     two releases: every file that is in both and differs is a pair (may be repeated;
                       ROBUST_CORPUS=OLD:NEW,OLD:NEW does the same)
  --tool NAME=COMMAND  another program; {patch} and {file} stand for the two files (may be repeated)
  --seed N             another choice of hunks and damages (1)
  --rounds N           patches made of each pair (1; of each pair of fixtures 3)
  --limit N            at most so many pairs of each corpus
  --damage TEXT        only damages whose name holds TEXT, and only such ways of showing depth
  --format TEXT        only formats whose name holds TEXT; `depth` for CHUNK patches by how they show their depth,
                       `repairs` for the corrected patches that refusals carry
  --save DIR           write down every patch that came out wrong or was refused
  --dump DIR           write down every patch
";

impl Options {
    /// Reads the command line and the environment.
    ///
    /// # Errors
    /// What is wrong with them, or the help if it was asked for.
    pub fn read(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { seed: 1, ..Self::default() };
        for text in std::env::var("ROBUST_CORPUS").iter().flat_map(|text| text.split(',')) {
            let (old, new) = text.split_once(':').ok_or("ROBUST_CORPUS is OLD:NEW,OLD:NEW")?;
            options.corpora.push((old.into(), new.into()));
        }
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--corpus" => options.corpora.push((value()?.into(), value()?.into())),
                "--tool" => {
                    let tool = External::parse(&value()?).ok_or("--tool is NAME=COMMAND")?;
                    options.tools.push(tool);
                }
                "--seed" => options.seed = number(&value()?)?,
                "--rounds" => options.rounds = number(&value()?)? as usize,
                "--limit" => options.limit = Some(number(&value()?)? as usize),
                "--damage" => options.damage = Some(value()?),
                "--format" => options.format = Some(value()?),
                "--save" => options.save = Some(value()?.into()),
                "--dump" => options.dump = Some(value()?.into()),
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
        self.filter.as_ref().is_none_or(|filter| "robust".contains(filter.as_str()))
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}
