//! Prints to the standard streams. A stream that is closed or full does not make a run fail: by then, the tree has been
//! changed.

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

/// Returns whether messages on standard error are colored.
pub(crate) fn colour(asked: ColourArg) -> Colour {
    colour_of(asked, &std::io::stderr())
}

/// Returns whether a diff on standard output is colored.
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

/// Returns whether the environment asks for no color by one of two conventions: a non-empty `NO_COLOR`, or `TERM=dumb`
/// (or unset).
fn is_colour_unwanted() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_none_or(|term| term == "dumb")
}
