//! Languages as data: each has a manifest in `grammars/`, a folder of queries in `queries/`, and one line in the
//! registry.
//!
//! Invariant: engine code never names a language.

mod bodies;
mod changed;
mod comments;
mod fields;
mod flow;
mod kinds;
mod locals;
mod manifest;
mod mask;
mod mend;
mod moves;
mod names;
mod parameters;
mod pattern;
mod patterns;
mod plain;
mod query;
mod registry;
mod sparse;
mod syntax;
mod view;

pub use bodies::{certain_bodies, is_worth_leaving_out, without_bodies};
pub use changed::{ByteChange, changes};
pub use comments::{Directive, DocLinks, DocNames, DocTypes, DocUses};
pub use fields::{field, own_field};
pub use flow::{FlowRules, FlowStep, Outcome};
pub use kinds::{is_of, kind_of};
pub use locals::{
    ArityRules, ExpectedRules, Expression, ExpressionKind, FixtureRules, KeyedRules, LocalRules, Mend,
    ModuleStyle, OrderedMacros, ResultRules, ShapeRules,
};
pub use manifest::{
    Accessor, Brackets, DetachedDocs, DocRule, ImportRules, KindPlace, KindRule, Manifest, MinorKind,
    NameLists, ParseContext, Probe, Receiver, ReplacedLanguage, SymbolRules, TokenRewrite, TraitImplWords,
    UsualBlankLines, ViewRules,
};
pub use mask::{BracketScope, Branches, Condition, Detail, Macros, MaskRules, Preprocessor, Reading};
pub use mend::{MendRules, Mended, PlainWord, RecoveryLevel, RecoverySource};
pub use moves::{
    BasedPath, CallRules, ConditionComment, EffectRules, ExportRules, FileConditions, MoveRules,
    PackageVisibility, TreeRules,
};
pub use names::{NamePlace, NameRules, NameUse, TokenRules};
pub use parameters::SameParameters;
pub use pattern::{Match, Patterns};
pub use patterns::PatternRules;
pub use plain::FileComments;
pub use query::{COMMON_CAPTURES, Role, SymbolQuery};
pub use registry::{Language, LineLayout};
pub use syntax::{Syntax, TooCostly};
pub use view::{module_before, view};
