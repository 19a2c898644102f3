//! The part of a manifest that describes names which a test binds, and which are in scope only where the test holds.

use serde::Deserialize;

/// Where names that a test binds are in scope.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FlowRules {
    /// Node kinds of the tests.
    pub tests: Vec<String>,
    /// The field of a test whose names the test does not bind.
    pub tested_field: String,
    /// How the outcome of a test determines the outcome of its parent.
    pub steps: Vec<FlowStep>,
    /// Node kinds of blocks, which contain a sequence of statements.
    pub blocks: Vec<String>,
    /// Node kinds of statements after which the next statement is never reached.
    pub jumps: Vec<String>,
    /// Node kinds of statements that act like [`Self::jumps`] if all their blocks do.
    pub branching: Vec<String>,
    /// The node kind of the statement that leaves a loop.
    pub break_statement: String,
    /// Node kinds of statements that such a statement leaves, if it is inside them and names no label.
    pub breakable_statements: Vec<String>,
    /// Node kinds of labeled statements.
    pub labeled_statements: Vec<String>,
}

/// A step from a test to its parent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FlowStep {
    /// The node kind of the parent.
    #[serde(rename = "in")]
    pub kind: String,
    /// The operator that the parent contains.
    pub operator: Option<String>,
    /// The field of the parent that contains the test.
    pub of: Option<String>,
    /// The outcome of the test for which the step applies; any outcome where absent.
    pub when: Option<bool>,
    /// The fields of the parent in which the names are in scope.
    pub scope_fields: Vec<String>,
    /// Whether the names are in scope in the rest of the enclosing scope, too.
    pub rest_of_scope: bool,
    /// How the outcome of the parent follows, if the parent is a test in turn.
    pub parent_outcome: Option<Outcome>,
    /// The field whose code must never reach the next statement, for the names to be in scope in the statements after
    /// the parent; the fields of `seen` must be absent.
    pub must_diverge: Option<String>,
    /// The field whose code must not leave the loop, for the names to be in scope in the statements after the parent.
    pub must_not_break: Option<String>,
}

/// How the outcome of the parent of a test follows from that of the test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The same outcome as the test.
    Same,
    /// The opposite outcome.
    Other,
}
