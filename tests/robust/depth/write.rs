//! Writes an operation down as YAML or JSON.

use serde_json::json;

use super::change::Change;

/// How texts are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Block scalars that say where their column 0 is.
    Indicated,
    /// Block scalars that do not.
    Plain,
    /// JSON.
    Json,
}

/// Marker and payload as they go into the patch.
pub struct Written {
    pub marker: Vec<String>,
    pub payload: Vec<String>,
    pub style: Style,
}

/// The patch.
pub fn document(change: &Change, written: &Written) -> Vec<u8> {
    match written.style {
        Style::Json => json(change, written),
        Style::Indicated | Style::Plain => yaml(change, written),
    }
}

fn json(change: &Change, written: &Written) -> Vec<u8> {
    let text = |lines: &[String]| lines.join("\n") + "\n";
    let (name, place) = match &change.symbol {
        Some(symbol) => ("symbol", symbol.clone()),
        None => ("marker", text(&written.marker)),
    };
    let operation =
        json!({ "path": change.path, "op": change.op, name: place, "payload": text(&written.payload) });
    json!({ "operations": [operation] }).to_string().into_bytes()
}

fn yaml(change: &Change, written: &Written) -> Vec<u8> {
    let mut lines = vec![
        "operations:".to_owned(),
        format!("  - path: {}", change.path),
        format!("    op: {}", change.op),
    ];
    match &change.symbol {
        Some(symbol) => lines.push(format!("    symbol: {symbol}")),
        None => lines.extend(scalar("marker", &written.marker, written.style)),
    }
    lines.extend(scalar("payload", &written.payload, written.style));
    (lines.join("\n") + "\n").into_bytes()
}

fn scalar(name: &str, text: &[String], style: Style) -> Vec<String> {
    let indicator = if style == Style::Indicated { "2" } else { "" };
    let keep = if text.last().is_some_and(|line| line.trim().is_empty()) { "+" } else { "-" };
    let indented = |line: &String| if line.is_empty() { String::new() } else { format!("      {line}") };
    let head = format!("    {name}: |{indicator}{keep}");
    std::iter::once(head).chain(text.iter().map(indented)).collect()
}
