//! What a manifest says of names that are bound where a test holds, and seen only there.

use serde::Deserialize;

/// Where such names are seen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FlowRules {
    /// The tests.
    pub tests: Vec<String>,
    /// The field of a test whose names are none of its own.
    pub asked: String,
    /// How the outcome of a test leads to that of what it stands in.
    pub steps: Vec<FlowStep>,
    /// Nodes whose statements follow each other.
    pub blocks: Vec<String>,
    /// Statements behind which the next one is never reached.
    pub jumps: Vec<String>,
    /// Statements which end so if all their blocks do.
    pub branching: Vec<String>,
    /// The statement that leaves a loop.
    pub leaving: String,
    /// Statements that such a statement within them leaves first.
    pub left: Vec<String>,
    /// Statements that are named, and stand for the statement in them.
    pub named: Vec<String>,
}

/// One step from a test to what it stands in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FlowStep {
    /// What the test stands in.
    #[serde(rename = "in")]
    pub kind: String,
    /// The sign that it has.
    pub sign: Option<String>,
    /// The field in which the test stands.
    pub of: Option<String>,
    /// The outcome of the test with which the step counts.
    pub when: Option<bool>,
    /// The fields in which the names are seen.
    pub seen: Vec<String>,
    /// Whether they are seen in the rest of their scope, too.
    pub rest: bool,
    /// Whether it is in turn a test.
    pub gives: Option<Outcome>,
    /// The field that must never reach what follows, for the names to be seen there; nothing in `seen` may be there.
    pub below: Option<String>,
    /// The field that must not leave the loop, for the same.
    pub behind: Option<String>,
}

/// How what a test stands in comes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// As the test does.
    Same,
    /// The other way round.
    Other,
}
