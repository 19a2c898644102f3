from os import PathLike
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

__version__: str

Text = Union[str, bytes]
Tree = Union[str, "PathLike[str]", Dict[str, str], Dict[str, bytes], Dict[str, Text]]

class Report(Dict[str, Any]):
    text: str
    tree: Optional[Dict[str, Any]]
    def __init__(self, fields: Mapping[str, Any], text: str = ..., tree: Optional[Dict[str, Any]] = ...) -> None: ...
    @property
    def ok(self) -> bool: ...
    @property
    def files(self) -> List[Dict[str, Any]]: ...
    @property
    def errors(self) -> List[Dict[str, Any]]: ...
    def check(self) -> "Report": ...

class Refused(Exception):
    report: Report
    def __init__(self, report: Report) -> None: ...

def apply(
    patch: Text,
    tree: Tree,
    *,
    format: Optional[str] = ...,
    strip: Optional[int] = ...,
    reverse: bool = ...,
    fuzz: str = ...,
    verify_syntax: Optional[str] = ...,
    repeat: bool = ...,
    macros: Iterable[str] = ...,
    diff: bool = ...,
    undo: bool = ...,
) -> Report: ...
def preview(
    patch: Text,
    tree: Tree,
    *,
    format: Optional[str] = ...,
    strip: Optional[int] = ...,
    reverse: bool = ...,
    fuzz: str = ...,
    verify_syntax: Optional[str] = ...,
    repeat: bool = ...,
    macros: Iterable[str] = ...,
    diff: bool = ...,
) -> Report: ...
def undo(root: Union[str, "PathLike[str]"], id: Optional[str] = ..., *, dry_run: bool = ...) -> Report: ...
def symbols(
    tree: Tree,
    *,
    all: bool = ...,
    kinds: Iterable[str] = ...,
    under: Optional[str] = ...,
    macros: Iterable[str] = ...,
) -> List[Dict[str, Any]]: ...
