//! The includes by which files that use moved code see it in a new header.

use std::collections::BTreeSet;

use super::IncludedMove;
use super::include_lines::{IncludeLine, folder_of, relative};
use crate::ir::PatchPath;
use crate::resolve::bindings::{CarriedImports, MoveQuestion};
use crate::resolve::by_includes::includes::{SourceId, normal};
use crate::resolve::by_includes::macro_uses::reach;

/// Returns, for each of the files that use code which moves to a new header, the directive that includes the header;
/// `None` if one of them would then include itself, or is not known to be a file that includes others.
pub fn includes_for_users(
    question: &MoveQuestion<'_>,
    carried: &CarriedImports,
    users: &BTreeSet<PatchPath>,
) -> Option<Vec<(PatchPath, String)>> {
    let moved = IncludedMove::of(question).ok()?;
    if moved.to.is_some() || !moved.is_header(question.to) {
        return None;
    }
    // What the new header includes comes from the old file, or is what that includes.
    let mut behind = reach(&moved.project.includes, moved.from);
    if !carried.needed.contains(&moved.include_of_old_file()) {
        behind.remove(&moved.from);
    }
    let directive = |path: &PatchPath| {
        let user = moved.project.file(path).filter(|user| !behind.contains(user))?;
        let has_includes = || !moved.include_lines(user).is_empty();
        (user == moved.from || has_includes()).then(|| (path.clone(), moved.include_of_new_file(user)))
    };
    users.iter().map(directive).collect()
}

impl IncludedMove<'_> {
    /// Returns the directive with which a file includes the new one: spelled as it includes the old one, else by its
    /// path from the folder of that file.
    fn include_of_new_file(&self, user: SourceId) -> String {
        let (from, to) = (self.question.from.as_str(), self.question.to.as_str());
        let path = &self.question.files.sources[user].path;
        let is_of_root = |line: &IncludeLine<'_>, path: &PatchPath| {
            !line.is_quoted || normal(folder_of(path), line.written).as_deref() != Some(from)
        };
        let lines = self.include_lines(user);
        let own = lines.iter().find(|line| line.file == Some(self.from));
        let others = self.project.includes.by[self.from].iter().find_map(|file| {
            let lines = self.include_lines(*file);
            let own = lines.iter().find(|line| line.file == Some(self.from))?;
            is_of_root(own, &self.question.files.sources[*file].path).then_some((own.written, own.is_quoted))
        });
        let told = match own {
            Some(own) => is_of_root(own, path).then_some((own.written, own.is_quoted)),
            None => others,
        };
        let by_root = told.and_then(|(written, is_quoted)| {
            let rest = match from.strip_suffix(written) {
                Some(root) => to.strip_prefix(root)?.to_owned(),
                None => format!("{}{to}", written.strip_suffix(from)?),
            };
            Some(self.directive(&rest, is_quoted))
        });
        by_root.unwrap_or_else(|| self.directive(&relative(path, self.question.to), true))
    }
}
