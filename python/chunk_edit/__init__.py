"""Applies patches in many formats to a folder, or to a dict of texts: all of a patch, or nothing.

>>> import chunk_edit
>>> report = chunk_edit.apply("--- a/a.txt\\n+++ b/a.txt\\n@@\\n-one\\n+two\\n", {"a.txt": "one\\n"})
>>> report.ok, report.tree
(True, {'a.txt': 'two\\n'})

A patch is CHUNK YAML, a diff, a ``*** Begin Patch`` envelope, ``<FILE_CHANGES>``, SEARCH/REPLACE blocks or JSON edits; its
format is told from the text. A refusal is a report with ``ok`` false, and changes nothing. The interpreter is not held while
a patch is applied.
"""

import json as _json
import os as _os

from . import _native

__all__ = ["Refused", "Report", "apply", "preview", "symbols", "undo"]
__version__ = "0.1.0"


class Refused(Exception):
    """A patch was refused; ``report`` says why."""

    def __init__(self, report):
        super().__init__(report.text)
        self.report = report

    def __reduce__(self):
        return (Refused, (self.report,))


class Report(dict):
    """What a run came to: the object that ``chunk --json`` prints, as a dict.

    ``text`` is the same for people. ``tree`` has the texts as they are now, where the patch was applied to texts.
    """

    def __init__(self, fields, text="", tree=None):
        super().__init__(fields)
        self.text = text
        self.tree = tree

    def __reduce__(self):
        return (Report, (dict(self), self.text, self.tree))

    @property
    def ok(self):
        """Whether the patch was applied, or would be."""
        return self["ok"]

    @property
    def files(self):
        """The files that changed: dicts with ``status``, ``path`` and perhaps ``from``, ``added``, ``removed``."""
        return self["files"]

    @property
    def errors(self):
        """Why nothing was changed: dicts with ``code``, ``message`` and more."""
        return self["errors"]

    def check(self):
        """Returns the report if the patch was applied.

        Raises:
            Refused: it was not.
        """
        if not self.ok:
            raise Refused(self)
        return self


def apply(
    patch,
    tree,
    *,
    format=None,
    strip=None,
    reverse=False,
    fuzz="default",
    verify_syntax=None,
    repeat=False,
    macros=(),
    diff=False,
    undo=True
):
    """Applies a patch to a folder or to texts: all of it, or nothing.

    Args:
        patch: The patch, as str or bytes.
        tree: The path of a folder, or a dict of texts (str or bytes) by paths; a dict is left as it is, and the report's
            ``tree`` is the new one.
        format: The format of the patch, as ``chunk apply --format`` names it; told from the text by default.
        strip: How many components to take off the paths of a diff.
        reverse: Take a diff back.
        fuzz: ``"exact"`` lets lines differ in nothing.
        verify_syntax: ``"off"``, ``"warn"`` or ``"refuse"`` new syntax errors.
        repeat: Insert lines even where they are at their place already.
        macros: Words that are macros in the files.
        diff: Put the diff into the report.
        undo: Leave a record by which :func:`undo` can take the run back; folders only.

    Returns:
        A :class:`Report`, of a refusal too.

    Raises:
        ValueError: an argument is none of those above, or a path of a dict is no path below a folder.
    """
    options = {
        "format": format,
        "strip": strip,
        "reverse": reverse,
        "fuzz": fuzz,
        "verify_syntax": verify_syntax,
        "repeat": repeat,
        "macros": list(macros),
        "diff": diff,
        "undo": undo,
    }
    return _run(patch, tree, options)


def preview(patch, tree, **options):
    """Works out what :func:`apply` would do, and writes nothing; the report has the ``diff``.

    Takes the arguments of :func:`apply`.
    """
    unknown = set(options) - {"format", "strip", "reverse", "fuzz", "verify_syntax", "repeat", "macros", "diff"}
    if unknown:
        raise TypeError("preview() got an unexpected keyword argument %r" % min(unknown))
    options = dict({"diff": True, "fuzz": "default"}, **options)
    options["macros"] = list(options.get("macros", ()))
    return _run(patch, tree, dict(options, dry_run=True))


def _run(patch, tree, options):
    patch = patch.encode() if isinstance(patch, str) else bytes(patch)
    settings = _json.dumps(options)
    if not isinstance(tree, dict):
        fields, text = _native.run_in_folder(_os.fspath(tree), patch, settings)
        return Report(_json.loads(fields), text)
    fields, text, files = _native.run_on_texts(_encoded(tree), patch, settings)
    return Report(_json.loads(fields), text, {path: _like(tree, path, content) for path, content in files})


def _encoded(texts):
    return {path: text.encode() if isinstance(text, str) else bytes(text) for path, text in texts.items()}


def _like(texts, path, content):
    """Content as the caller gave it: bytes where it gave bytes, or where it is no text."""
    old = texts.get(path)
    is_bytes = not isinstance(old, str) if old is not None else any(not isinstance(text, str) for text in texts.values())
    if is_bytes:
        return content
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def undo(root, id=None, *, dry_run=False):
    """Takes the last run on a folder back, or the one whose record a report named as ``undo``.

    Returns:
        A :class:`Report`; it is refused if a file has changed since.
    """
    fields, text = _native.undo(_os.fspath(root), id, dry_run)
    return Report(_json.loads(fields), text)


def symbols(tree, *, all=False, kinds=(), under=None, macros=()):
    """Lists the addresses that operations can name.

    Args:
        tree: The path of a folder or of a file, or a dict of texts by paths.
        all: List fields, enumerators and what stands in functions, too.
        kinds: List only these kinds, such as ``"function"``.
        under: List only what stands in the definition of this address.
        macros: Words that are macros in the files.

    Returns:
        A list of dicts, one for each file with a known language: ``file``, ``language``, ``symbols`` (each with
        ``address``, ``kind``, ``lines``, ``hash``), ``unread`` and ``left_out``. Files that cannot be read are left out.
    """
    options = _json.dumps({"all": all, "kinds": list(kinds), "under": under, "macros": list(macros)})
    if isinstance(tree, dict):
        files, _ = _native.symbols_of_texts(_encoded(tree), options)
    else:
        files, _ = _native.symbols_in_folder(_os.fspath(tree), options)
    return _json.loads(files)
