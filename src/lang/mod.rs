//! Languages as data: each has a manifest in `grammars/`, a folder of queries in `queries/`, and one line in the
//! registry.
//!
//! Invariant: engine code never names a language.

mod bodies;
mod changed;
mod comments;
mod destructuring;
mod error_recovery;
mod fields;
mod flow;
mod item_blocks;
mod item_signs;
mod kinds;
mod locals;
mod manifest;
mod moves;
mod names;
mod parameters;
mod parse_context;
mod preprocess;
mod query;
mod query_patterns;
mod registry;
mod sparse;
mod syntax;
mod unparsed;
mod view;

pub use bodies::{verified_bodies, without_bodies, worth_skipping};
pub use changed::{ByteChange, changes};
pub use comments::{Directive, DocExamples, DocLinks, DocNames, DocTypes, DocUses};
pub use destructuring::PatternRules;
pub use error_recovery::{RecoveredText, RecoveryLevel, RecoveryRules, RecoverySource, UnreservedWord};
pub use fields::{field, own_field};
pub use flow::{FlowRules, FlowStep, Outcome};
pub use item_blocks::item_blocks;
pub use item_signs::ItemBlockRules;
pub use kinds::{is_of, kind_of};
pub use locals::{
    ArityRules, ExpectedRules, Expression, ExpressionKind, FixtureRules, KeyedRules, LocalRules, ModuleStyle,
    OrderedMacros, ParseFix, ResultRules, ShapeRules,
};
pub use manifest::{
    Accessor, Brackets, DetachedDocs, DocRule, ImportRules, KindPlace, KindRule, Manifest, MinorKind,
    NameLists, Probe, Receiver, ReplacedLanguage, SymbolRules, TokenRewrite, TraitImplWords, UsualBlankLines,
    ViewRules,
};
pub use moves::{
    BasedPath, CallRules, ConditionComment, EffectRules, ExportRules, FileConditions, MoveRules,
    PackageVisibility, TreeRules,
};
pub use names::{NamePlace, NameRules, NameUse, TokenRules};
pub use parameters::SameParameters;
pub use parse_context::ParseContext;
pub use preprocess::{
    BracketScope, BranchInfo, Branches, Detail, Macros, Preprocessor, PreprocessorRules, Reading,
};
pub use query::{COMMON_CAPTURES, Role, SymbolQuery};
pub use query_patterns::{Match, Patterns};
pub use registry::{Language, LineLayout};
pub use syntax::{Syntax, TooCostly};
pub use unparsed::CommentSyntax;
pub use view::{module_before, view};
