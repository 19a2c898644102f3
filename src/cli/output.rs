//! Printing. A stream that is closed or full is no reason to fail: the tree is what it is by then.

use std::io::{IsTerminal, Write as _};

use chunk::report::human::Colour;

use super::args::ColourArg;

/// Prints to standard output.
pub(crate) fn out(bytes: impl AsRef<[u8]>) {
    let mut stream = std::io::stdout().lock();
    drop(stream.write_all(bytes.as_ref()).and_then(|()| stream.flush()));
}

/// Prints to standard error.
pub(crate) fn err(text: &str) {
    drop(std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Whether messages on standard error are coloured.
pub(crate) fn colour(asked: ColourArg) -> Colour {
    colour_of(asked, &std::io::stderr())
}

/// Whether a diff on standard output is coloured.
pub(crate) fn colour_of_output(asked: ColourArg) -> Colour {
    colour_of(asked, &std::io::stdout())
}

fn colour_of(asked: ColourArg, stream: &impl IsTerminal) -> Colour {
    let on = match asked {
        ColourArg::Always => true,
        ColourArg::Never => false,
        ColourArg::Auto => stream.is_terminal() && !is_colour_unwanted(),
    };
    if on { Colour::On } else { Colour::Off }
}

/// The two customs by which a terminal says that it wants none: `NO_COLOR` that is not empty, and `TERM=dumb`.
fn is_colour_unwanted() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_none_or(|term| term == "dumb")
}
