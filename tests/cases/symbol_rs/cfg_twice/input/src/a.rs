#[cfg(unix)]
fn sep() -> char {
    ':'
}
#[cfg(windows)]
fn sep() -> char {
    ';'
}
