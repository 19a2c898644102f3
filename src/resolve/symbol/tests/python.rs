use super::*;

#[track_caller]
fn check_python(text: &str, kind: &str, symbol: &str, payload: &str, expected: &str) {
    check("python", text, kind, symbol, payload, expected);
}

const SHOP: &str = "\
import os

# A basket.
@dataclass
@final  # for now
class Basket(Base):
    \"\"\"Holds items.\"\"\"

    limit = 3

    # How many.
    @property
    def size(self):
        return len(self.items)

    @size.setter
    def size(self, value):
        self.items = self.items[:value]
        # never grows

    # between
    async def load[T](self, source):  # slow
        pass  # todo

    class Inner:
        def run(self): return 1

def run():
    def local(): pass
    return local

if os.name == 'nt':
    def sep(): return '\\\\'
else:
    def sep(): return '/'

try:
    import fast
except ImportError:
    class Slow:
        def go(self):
            pass
";

#[test]
fn everything_has_an_address() {
    check_listing(
        "python",
        SHOP,
        &[
            "class Basket",
            "method Basket.size@getter",
            "method Basket.size@setter",
            "method Basket.load",
            "class Basket.Inner",
            "method Basket.Inner.run",
            "function run",
            "function sep#1",
            "function sep#2",
            "class Slow",
            "method Slow.go",
        ],
    );
}

#[test]
fn decorators_and_comments_stay_unless_the_payload_brings_them() {
    let text = "# doc\n@a\n@b\ndef f():\n    pass\n";
    check_python(text, "function", "f", "def f(): pass", "def f():\n    pass");
    check_python(text, "function", "f", "@c\ndef f(): pass", "@a\n@b\ndef f():\n    pass");
    check_python(text, "function", "f", "# new\n@c\ndef f(): pass", "# doc\n@a\n@b\ndef f():\n    pass");
    check_python(text, "function", "f", "# new\ndef f(): pass", "# doc\n@a\n@b\ndef f():\n    pass");
    check_python(text, "function", "f", "", "# doc\n@a\n@b\ndef f():\n    pass");
}

#[test]
fn kept_decorators_go_between_a_new_comment_and_the_declaration() {
    let text = "class A:\n    # doc\n    @a\n    @b(\n        1)\n    def f(self):\n        pass\n";
    let payload = "# new\ndef f(self): pass";
    let (_, found) = outcome("python", text, &target("method", "A.f"), Some(payload)).expect("found");
    assert_eq!(
        found.with_kept(lines(payload)),
        ["# new", "    @a", "    @b(", "        1)", "def f(self): pass"]
    );
    assert_eq!(found.notes, ["kept `@a …`, which the payload leaves out"]);
}

#[test]
fn the_option_drops_decorators() {
    let mut wanted = target("function", "f");
    wanted.decorators = Decorators::Replace;
    let (text, found) =
        outcome("python", "@a\ndef f(): pass\n", &wanted, Some("def f(): pass")).expect("found");
    assert_eq!(text, "@a\ndef f(): pass");
    assert_eq!(found.kept, []);
}

#[test]
fn accessors_are_chosen_by_the_decorator() {
    let setter = "@size.setter\n    def size(self, value):\n        self.items = self.items[:value]\n        # never grows";
    let getter = "@property\n    def size(self):\n        return len(self.items)";
    check_python(SHOP, "method", "Basket.size", "@property\ndef size(self): ...", getter);
    check_python(SHOP, "method", "Basket.size", "@size.setter\ndef size(self, x): ...", setter);
    check_python(SHOP, "method", "Basket.size@setter", "def size(self, x): ...", &setter[17..]);
    check_python(
        SHOP,
        "method",
        "size",
        "def size(self): ...",
        "def size(self):\n        return len(self.items)",
    );
    check_python(
        SHOP,
        "method",
        "Basket.size",
        "@size.deleter\ndef size(self): ...",
        "!FILE has no method `Basket.size`",
    );
}

#[test]
fn comments_at_the_end_belong_to_what_they_stand_deeper_than() {
    check_python(
        SHOP,
        "method",
        "Basket.load",
        "async def load(self): ...",
        "async def load[T](self, source):  # slow\n        pass  # todo",
    );
    check_python("def f():\n    a\n\n    # b\n# c\n", "function", "f", "", "def f():\n    a\n\n    # b");
    check_python(
        "class A:\n    def f(self):\n        a\n    # b\n",
        "method",
        "A.f",
        "",
        "def f(self):\n        a",
    );
    check_python(
        "class A:\n    def f(self):\n        a\n    # b\n",
        "class",
        "A",
        "",
        "class A:\n    def f(self):\n        a\n    # b",
    );
}

#[test]
fn duplicates_are_refused_and_numbered() {
    check_python(SHOP, "function", "sep", "def sep(): ...", "!ambiguous: sep#1 | sep#2");
    check_python(SHOP, "function", "sep#2", "def sep(): ...", "def sep(): return '/'");
    check_python(SHOP, "function", "sep#3", "def sep(): ...", "!FILE has no function `sep#3`");
    check_python("class A: pass\nclass A: pass\n", "class", "A", "", "!ambiguous: A#1 | A#2");
}

#[test]
fn kinds_do_not_stand_in_for_each_other() {
    check_python(
        SHOP,
        "function",
        "run",
        "def run(): ...",
        "def run():\n    def local(): pass\n    return local",
    );
    check_python(SHOP, "method", "run", "def run(self): ...", "def run(self): return 1");
    check_python(SHOP, "method", "local", "def run(): ...", "!FILE has no method `local`");
    check_python(SHOP, "class", "run", "class run: ...", "!`run` in FILE is a method, not a class");
    check_python(
        SHOP,
        "class",
        "Basket",
        "def Basket(): ...",
        "!the payload for `Basket` is a function, not a class",
    );
    check_python(SHOP, "class", "Basket", "x = 1", "!the payload for `Basket` is not a class");
    check_python(
        SHOP,
        "class",
        "Slow",
        "class Slow:\n    def (:",
        "!the payload for `Slow` has a syntax error on its line 2",
    );
}

#[test]
fn a_full_path_beats_a_suffix() {
    let text = "class A:\n    class B:\n        x = 1\n\nclass B:\n    y = 1\n";
    check_python(text, "class", "B", "", "class B:\n    y = 1");
    check_python(text, "class", "A.B", "", "class B:\n        x = 1");
    check_python(text, "class", "A/B", "", "class B:\n        x = 1");
    check_python(text, "class", "C.B", "", "!FILE has no class `C.B`");
}

#[test]
fn errors_at_the_definition_are_refused_and_elsewhere_not() {
    let text = "def good():\n    return 1\n\n\ndef bad(:\n    return (\n\n\ndef last():\n    return 2\n";
    assert!(outcome("python", text, &target("function", "bad"), None).is_err());
    let unread = "!FILE has no `f`, except possibly on line 3, which cannot be parsed because of \
                  a syntax error";
    check_python("x = (1,\n\ndef f():\n    pass\n", "function", "f", "", unread);
    let text =
        "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n\nx = = 1\n";
    check_python(text, "method", "A.f", "", "def f(self):\n        return 1");
}

#[test]
fn expectations_are_text_or_hash() {
    let text = "class A:\n    @a\n    def f(self):\n        return 1\n";
    let mut wanted = target("method", "A.f");
    for (expected, fits) in [
        ("def f(self):\n    return 1", true),
        ("@a\ndef f(self):\n    return 1\n", true),
        ("def f(self):\n    return 2", false),
        ("0123456789abcdef", false),
    ] {
        wanted.expect = Some(Fragment { lines: lines(expected), ..Fragment::default() });
        assert_eq!(outcome("python", text, &wanted, Some("def f(self): ...")).is_ok(), fits, "{expected}");
    }
    let mut symbols = Symbols::new(Language::by_name("python").expect("registered"));
    let hash = symbols.all(&buffer(text))[1].hash.clone();
    wanted.expect = Some(Fragment { lines: vec![hash], ..Fragment::default() });
    assert!(outcome("python", text, &wanted, None).is_ok());
}

#[test]
fn names_go_from_a_long_import_with_characters_of_several_bytes() {
    for lead in ["", "a", "ab"] {
        let names: String = (0..80).map(|at| format!("    name{at},  # {}\n", "€".repeat(90))).collect();
        let mut text = buffer(&format!("from m{lead} import (\n{names})\n"));
        let mut symbols = Symbols::new(Language::by_name("python").expect("registered"));
        for name in ["name1", "name70", "name3"] {
            let gone = lines(&format!("from m{lead} import {name}"));
            let edits = symbols.remove_imports(&text, &gone).expect("it is there").edits;
            symbols.will_change(&text, &edits);
            text.apply(&edits);
            assert!(!text.slice(0..text.len()).contains(&format!("{name},")), "{name} is still there");
        }
    }
}
