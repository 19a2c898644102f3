//! Reasons for which a definition cannot be renamed, with their messages.

use super::bare_address;
use crate::diag::Code;
use crate::ir::PatchPath;

/// Why the meaning of a name cannot be determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// The name is bound a second time.
    BoundAgain,
    /// It is a member of an object of unknown class.
    OtherObject,
    /// It is a member of an object from outside of the project, or of a class that has no such member.
    OtherClass,
    /// No definition of it is found in the project.
    Unresolved,
    /// A string consists of the name only.
    Quoted,
    /// It is in text that is not parsed.
    Unread,
    /// It is in a macro.
    Macro,
    /// A name is built at run time.
    Dynamic,
    /// A macro builds a name that may be this one.
    MacroBuilt,
    /// Code there accesses members or variables by computed names.
    Computed,
    /// The program reads the name of the class at run time and takes it apart.
    OwnName,
    /// A base class is unknown.
    Inherited,
    /// Code outside of the project may use the definition by its name.
    RequiredOutside,
    /// The name is fixed by something outside of the project.
    Fixed,
    /// It names an argument or a field of something unknown.
    Label,
    /// A pattern takes it out of an object of unknown class.
    Destructured,
    /// The kind of place does not show the meaning.
    Unclear,
    /// It depends on a wildcard import or inclusion, whose names are unknown.
    Wildcard,
    /// The declaration on which its meaning depends is not found in the project.
    Elsewhere,
    /// It belongs to a type that objects of the class may have structurally, by their members.
    Shape,
    /// It belongs to a type that values of the other type are converted to or from.
    Converted,
    /// It belongs to another class that the accessed object may have.
    Either,
    /// It is called with another number of arguments than the definition takes.
    Count,
}

impl Doubt {
    /// Returns whether the doubt is only about who uses the name, not about what it is bound to.
    pub(super) const fn is_of_request(self) -> bool {
        matches!(
            self,
            Self::OtherObject
                | Self::OtherClass
                | Self::Quoted
                | Self::Dynamic
                | Self::MacroBuilt
                | Self::Computed
                | Self::RequiredOutside
                | Self::Label
                | Self::Destructured
                | Self::Shape
                | Self::Converted
                | Self::Either
        )
    }

    /// Returns the reason as it is shown in a list.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::BoundAgain => "another definition of the name",
            Self::OtherObject => "member of an object of unknown class",
            Self::OtherClass => "member of an object that is probably of another class",
            Self::Unresolved => "no definition found in the project",
            Self::Quoted => "a string that is used to look up names",
            Self::Unread => "in text that is not parsed",
            Self::Macro => "in a macro",
            Self::Dynamic => "builds names at run time that may be this one",
            Self::MacroBuilt => "may build the name from parts",
            Self::Computed => "looks up names that are built at run time",
            Self::OwnName => "depends on the name of its class at run time",
            Self::Inherited => "a base class is unknown",
            Self::RequiredOutside => "an interface outside the project may require it",
            Self::Fixed => "the name is used outside the project",
            Self::Label => "argument of an unknown function or class",
            Self::Destructured => "taken from an object of unknown class",
            Self::Unclear => "cannot determine what the name means here",
            Self::Wildcard => "imports names that it does not list",
            Self::Elsewhere => "its declaration was not found in the project",
            Self::Shape => "member of a type that may match by its members",
            Self::Converted => {
                "member of a type that values are converted to or from, and whose fields must be \
                 the same"
            }
            Self::Either => "member of another class that the object may have",
            Self::Count => "called with a different number of arguments",
        }
    }
}

/// A place in a file of the project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabeledPlace {
    /// The file.
    pub path: PatchPath,
    /// The byte offset.
    pub at: usize,
    /// The remark shown for it.
    pub label: &'static str,
}

/// Whether a patch that accepts undecidable uses must state their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountNeed {
    /// Not needed.
    None,
    /// Needed if all of them are to be renamed.
    ForAll,
    /// Always needed: the definition itself is one of them.
    ForDefinition,
}

/// Why a definition cannot be renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenameProblem {
    /// The bindings of the language are not supported.
    NotKnown,
    /// The file of the definition cannot be parsed in reasonable time.
    TooCostly,
    /// The definition has no name of its own that could be changed.
    NoName,
    /// The new name has a special meaning in the language, or is no valid name.
    BadName,
    /// The old name has a special meaning in the language.
    FixedName {
        /// The name.
        name: String,
    },
    /// The new name is the old one.
    SameName,
    /// The old name is marked as private and the new one is not, or the reverse.
    OtherMark {
        /// The mark.
        mark: &'static str,
        /// Whether the old name has the mark.
        has: bool,
    },
    /// The new name is already in use.
    Taken {
        /// The places where it is used.
        places: Vec<LabeledPlace>,
        /// Whether there would be no conflict if the patch stated the kind of the definition.
        unless_kind_stated: bool,
    },
    /// The new name would not be visible where the old one is used.
    Hidden {
        /// The places of these uses.
        places: Vec<LabeledPlace>,
    },
    /// It cannot be determined whether some uses refer to the definition.
    Unproven {
        /// The places, each with the reason.
        places: Vec<LabeledPlace>,
        /// The places for which there is evidence against it.
        unlikely: Vec<LabeledPlace>,
        /// Whether accepting the uses requires stating their number.
        needs_count: CountNeed,
    },
    /// Code outside of the project uses the definition by its name.
    AskedFor {
        /// The places that show it.
        places: Vec<LabeledPlace>,
        /// The number of undecidable uses, including the definition.
        count: usize,
    },
    /// The number of undecidable uses differs from the one in the patch.
    Miscounted {
        /// The number in the patch.
        count: usize,
        /// The places, each with the reason.
        places: Vec<LabeledPlace>,
    },
    /// The language has no aliases for such a definition.
    NoAlias,
}

impl RenameProblem {
    /// Checks that a definition can lose its old name and get the new one; `is_bad` says that the new name is not
    /// allowed, `is_special` whether a name has a special meaning.
    pub(in crate::resolve) fn check_names(
        old: &str,
        new: &str,
        is_bad: bool,
        is_special: impl Fn(&str) -> bool,
    ) -> Result<(), Self> {
        match () {
            () if is_special(old) => Err(Self::FixedName { name: old.to_owned() }),
            () if old == new => Err(Self::SameName),
            () if is_bad || is_special(new) => Err(Self::BadName),
            () => Ok(()),
        }
    }

    /// Returns the stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Taken { .. } => Code::NameTaken,
            Self::BadName
            | Self::FixedName { .. }
            | Self::SameName
            | Self::OtherMark { .. }
            | Self::Hidden { .. }
            | Self::NoAlias => Code::PayloadMismatch,
            Self::Miscounted { .. } => Code::CountMismatch,
            Self::NotKnown
            | Self::TooCostly
            | Self::NoName
            | Self::Unproven { .. }
            | Self::AskedFor { .. } => Code::Unproven,
        }
    }

    /// Returns the message for the definition `address`; `line` returns the line of a place.
    #[must_use]
    pub fn message(&self, address: &str, new_name: &str, line: impl Fn(&LabeledPlace) -> usize) -> String {
        let places = |count: usize| if count == 1 { "1 use".to_owned() } else { format!("{count} uses") };
        match self {
            Self::NotKnown => format!("`rename_symbol` does not support the language of `{address}`"),
            Self::TooCostly => format!("the file of `{address}` cannot be parsed in reasonable time"),
            Self::NoName => match class_of_constructor(address) {
                Some(class) => format!("`{address}` has the name of its class, `{class}`"),
                None => format!("`{address}` has no simple name"),
            },
            Self::NoAlias => format!("the language cannot keep the old name of `{address}` as an alias"),
            Self::BadName => format!("`{address}` cannot be renamed to `{new_name}`"),
            Self::FixedName { name } => {
                format!(
                    "`{address}` cannot be renamed: `{name}` may have a special meaning in the \
                     language or its library"
                )
            }
            Self::SameName => format!("`{address}` is already called `{new_name}`"),
            Self::OtherMark { mark, has: true } => {
                format!("`{address}` is private because of its `{mark}`, but `{new_name}` would not be")
            }
            Self::OtherMark { mark, .. } => {
                format!("`{new_name}` is private because of its `{mark}`, but `{address}` is not")
            }
            Self::Taken { places, .. } => match places.first() {
                Some(first) => {
                    format!(
                        "`{new_name}` is already used where `{address}` is: {} line {}",
                        first.path,
                        line(first)
                    )
                }
                None => format!("`{new_name}` is already used where `{address}` is"),
            },
            Self::Hidden { places } => match places.first() {
                Some(first) => format!(
                    "`{new_name}` would not be visible to other packages, which use `{address}`: \
                     {} line {}",
                    first.path,
                    line(first)
                ),
                None => format!("`{new_name}` would not be visible to other packages, which use `{address}`"),
            },
            Self::Unproven { places: all, .. } => {
                let mean = if all.len() == 1 { "means" } else { "mean" };
                format!("cannot determine whether {} of the name {mean} `{address}`", places(all.len()))
            }
            Self::AskedFor { places, .. } => match places.first().map(|spot| spot.label) {
                Some(label) if label == Doubt::Inherited.label() => {
                    format!("an unknown base class may use `{address}` by name")
                }
                Some(label) if label == Doubt::OwnName.label() => {
                    format!("the program reads the name of `{address}` at run time")
                }
                Some(label) if label == Doubt::Dynamic.label() => {
                    format!("the program calls `{address}` by a name that it builds at run time")
                }
                Some(label) if label == Doubt::MacroBuilt.label() => {
                    format!("a macro may build the name of `{address}` from parts")
                }
                _ => format!("code outside the project uses `{address}` by name"),
            },
            Self::Miscounted { count, places: all } => format!(
                "{} of the name may or may not mean `{address}`, but `count` is {count}",
                places(all.len())
            ),
        }
    }

    /// Returns the places that the problem is about.
    #[must_use]
    pub fn places(&self) -> &[LabeledPlace] {
        match self {
            Self::Taken { places, .. }
            | Self::Hidden { places }
            | Self::Unproven { places, .. }
            | Self::AskedFor { places, .. }
            | Self::Miscounted { places, .. } => places,
            Self::NotKnown
            | Self::TooCostly
            | Self::NoName
            | Self::NoAlias
            | Self::OtherMark { .. }
            | Self::BadName
            | Self::FixedName { .. }
            | Self::SameName => &[],
        }
    }

    /// Returns the advice on what to do next about the definition `address`; `listed` formats places.
    #[must_use]
    pub fn help(&self, address: &str, listed: impl Fn(&[LabeledPlace]) -> String) -> String {
        match self {
            Self::FixedName { .. } => {
                "if nothing relies on that name, change it with `substitute` and `word: true`".to_owned()
            }
            Self::BadName => "choose a `new_name:` that has no special meaning in the language".to_owned(),
            Self::SameName => "leave the operation out, or choose another `new_name:`".to_owned(),
            Self::OtherMark { mark, has: true } => format!("begin `new_name:` with `{mark}` as well"),
            Self::OtherMark { mark, .. } => format!("write `new_name:` without the `{mark}`"),
            Self::NoName => match class_of_constructor(address) {
                Some(class) => format!("rename its class instead: `symbol: {class}`"),
                None => "use `substitute` with `word: true`".to_owned(),
            },
            Self::NoAlias => {
                "leave `keep_alias` out; to keep the old name, write a separate definition".to_owned()
            }
            Self::Hidden { .. } => "choose a `new_name:` that begins with a capital letter".to_owned(),
            Self::Taken { .. } => "choose another `new_name:`".to_owned(),
            Self::Unproven { places, .. }
                if places.iter().all(|spot| spot.label == Doubt::OwnName.label()) =>
            {
                format!(
                    "if the program may behave differently afterwards, add `unproven: rename` and \
                     `count: {}`",
                    places.len()
                )
            }
            Self::Unproven { places, .. }
                if places.iter().all(|spot| spot.label == Doubt::Computed.label()) =>
            {
                let name = bare_address(address).rsplit(['.', ':']).next().unwrap_or(address);
                format!("if the program never looks up `{name}` there, add `unproven: leave`")
            }
            Self::Unproven { places, .. }
                if places.iter().all(|spot| spot.label == Doubt::MacroBuilt.label()) =>
            {
                let name = bare_address(address).rsplit(['.', ':']).next().unwrap_or(address);
                format!(
                    "a renaming changes no parts of names: if no call of the macro builds `{name}`, add `unproven: \
                     leave`; if one does, change it in the same patch with a text operation, and add `unproven: leave`"
                )
            }
            Self::Unproven { places, needs_count: CountNeed::ForDefinition, .. } => format!(
                "the definition is one of them: `unproven: rename` and `count: {}` rename all of \
                 them; otherwise keep the name, or limit the files with `paths:`",
                places.len()
            ),
            Self::Unproven { places, unlikely, needs_count } => {
                let count = format!("`count: {}`", places.len());
                let is_optional = *needs_count == CountNeed::None && unlikely.is_empty();
                let count = if is_optional { format!("(and {count})") } else { format!("and {count}") };
                let are_told_apart =
                    *needs_count == CountNeed::None && (1..places.len()).contains(&unlikely.len());
                // A long list is at the end because overlong messages are cut there.
                let left = match are_told_apart {
                    true => {
                        format!(
                            "; without `count`, these are left, because they look unrelated: {}",
                            listed(unlikely)
                        )
                    }
                    false => String::new(),
                };
                format!(
                    "if all of them mean it, add `unproven: rename` {count}; if none does, add \
                     `unproven: leave`; otherwise limit the files with `paths:`{left}"
                )
            }
            Self::AskedFor { count, .. } => {
                format!(
                    "keep the name; to change it anyway, add `unproven: rename` and `count: \
                     {count}`"
                )
            }
            Self::Miscounted { places, .. } => {
                format!("write `count: {}` if all of them mean it", places.len())
            }
            Self::NotKnown | Self::TooCostly => "use `substitute` with `word: true` and `paths:`".to_owned(),
        }
    }
}

impl RenameProblem {
    /// Returns the problem with the additional demand that the number of uses be stated.
    #[must_use]
    pub fn with_count_needed(self) -> Self {
        match self {
            Self::Unproven { places, unlikely, .. } => {
                Self::Unproven { places, unlikely, needs_count: CountNeed::ForAll }
            }
            other => other,
        }
    }
}

/// Returns the class of a constructor, recognized by an address whose last two names are the same.
fn class_of_constructor(address: &str) -> Option<&str> {
    let bare = bare_address(address);
    let (class, own) = bare.rsplit_once('.').or_else(|| bare.rsplit_once("::"))?;
    let last = class.rsplit(['.', ':']).next()?;
    (!own.is_empty() && last == own).then_some(class)
}
