//! The sources that the tests edit, and the texts that they insert.

pub(super) const PYTHON: &str = "\
import os
from x import (a,
    b)

# Counts.
LIMIT = [
    1,
    2,
]


@dataclass
class First(Base):
    \"\"\"Doc.

    def not_code(self): pass
    \"\"\"
    x = 1  # one

    def one(self):
        if self.x:
            return 1
        # end of one

    @property
    def two(self):
        return '''
    def fake(self): pass
'''

    @two.setter
    def two(self, value): self.y = value  # set

    class Inner:
        def deep(self):
            pass

        z = {
            'a': 1,
        }


def free(a, b=2):
    def local():
        return a
    return local


if os.name == 'nt':
    def choose(): return 1
else:
    def choose():
        return 2

class Last:
    def only(self):
        return (1 +
                2)
";

pub(super) const CPP: &str = "\
#include <x>

namespace app {

/// A.
template <class T>
class First : public Base {
public:
    First(int a) : a_(a) {}
    ~First() = default;
    int value(int n = 3) const;  // v
    int value(double n) const { return n > 0 ? 1 : 2; }
    struct Inner { int x; };
private:
    int a_ = 1;
    /* block
       int fake() { } */
    bool operator<(const First &other) const { return a_ < other.a_; }
};

template <class T>
int First<T>::value(int n) const
{
    const char *s = R\"x(} void fake() {)x\";
    return n;
}

enum class Colour { red, green };

void helper(int a, int b)
{
    if (a) {
        b++;
    }
}

}  // namespace app

extern \"C\" {
void plain(int);
}

typedef struct { int y; } Pair;
static int counter = 0;
int main() { return 0; }
";

/// A source with macros and branches, which is parsed in several readings.
pub(super) const MASKED: &str = "\
#ifndef APP_HPP
#define APP_HPP

#include <x>

APP_BEGIN_NAMESPACE

namespace detail {

/// A.
APP_API int first(int a) { return a; }

#if APP_FAST
APP_INLINE int second(int a) { return a + 1; }
#else
APP_INLINE int second(long a)
{
    #ifdef APP_DEBUG
    check(a);
    #endif
    return a + 2;
}
#endif

class APP_API Third : public Base {
public:
    APP_CONSTEXPR explicit Third(int a) : a_(a) {}
    APP_NODISCARD int value(int n = 3) const;
#if APP_WIDE
    APP_API long wide() const { return a_; }
#endif
    Q_SLOT(int)
    void plain();
private:
    int a_ = 1;
};

APP_API
int fourth(void) APP_NOEXCEPT { return 4; }

int fifth() { return 5; }

}  // namespace detail

APP_END_NAMESPACE

#endif
";

pub(super) const RUST: &str = "\
//! Crate.
use a::b;

/// One.
#[derive(Debug)]
pub struct First<T> {
    /// field
    a: T,
}

impl<T> First<T> {
    /// New.
    #[inline]
    pub fn new(a: T) -> Self {
        let s = r#\"} fn fake() {\"#;
        Self { a }
    }

    // plain
    fn get<'a>(&'a self) -> &'a T { &self.a } // end
}

impl<T> Tr<u8> for First<T> {
    fn get(&self) -> u8 { 1 }
    /* fn fake() {} */
    const C: u8 = 1;
}

cfg_io! {
    #![deep]

    /// In a macro.
    pub fn inside() { let x = 1; }

    pub struct Inside;
}

pub trait Tr<X> {
    fn get(&self) -> X;
    fn twice(&self) { self.get() }
}

mod inner {
    pub fn helper() {}
    pub enum Kind { A, B { x: u8 } }
}

lazy! { fn hidden() {} }

pub fn free(x: u8) -> u8 {
    fn local() {}
    x
}
";

pub(super) const PIECES: &[&[&str]] = &[
    &[
        "pass",
        "x = 1",
        "def new(self):\n    return 1\n",
        "    def new(self): pass\n",
        "class New:\n    pass\n",
        "# c",
        "@deco\n",
        "\"\"\"",
        "'",
        "(",
        ")",
        ":",
        "\n",
        "\n\n",
        "    ",
        "\\\n",
        "        deep = 1\n",
        "else:\n    pass\n",
        "async ",
        "return 2",
        "    # deeper\n",
        "if x:\n",
        "",
        "\t",
        "    @new.setter\n    def new(self, v): pass\n",
    ],
    &[
        "int x;",
        "int fresh(int a) { return a; }\n",
        "class New { int y; };\n",
        "// c",
        "/* c */",
        "/*",
        "\"",
        "{",
        "}",
        ";",
        "(",
        ")",
        "\n",
        "template <class U>\n",
        "int value(char c) const;\n",
        "public:",
        "#if 1\n#endif\n",
        "const ",
        "namespace n {\n}\n",
        "struct P { int q; } p;\n",
        "'",
        "R\"(",
        "return 1;",
        "",
        "operator+",
        "~",
        "signals:\n",
    ],
    &[
        "let x = 1;",
        "fn fresh(a: u8) {}\n",
        "pub struct New;\n",
        "// c",
        "/// d\n",
        "/*",
        "\"",
        "{",
        "}",
        ";",
        "(",
        ")",
        "\n",
        "#[inline]\n",
        "impl X for Y { fn z() {} }\n",
        "mod m {}\n",
        "'",
        "r#\"",
        "const ",
        "async ",
        "",
        "<",
        ">",
        "macro! { fn q() {} }\n",
        "#![allow(x)]\n",
        "pub ",
    ],
    &[
        "int x;",
        "APP_API int fresh(int a) { return a; }\n",
        "class APP_API New { int y; };\n",
        "// c",
        "/*",
        "\"",
        "{",
        "}",
        ";",
        "(",
        "\n",
        "APP_API ",
        "APP_ALONE\n",
        "APP_CALL(x)\n",
        "APP_CALL(x);\n",
        "template <class U>\n",
        "int value(char c) const;\n",
        "#if 1\n",
        "#endif\n",
        "#else\n",
        "#if A\nint more();\n#else\nint more(int);\n#endif\n",
        "#define X(a) \\\n",
        "\\\n",
        "const ",
        "APP_BEGIN_NAMESPACE\n",
        "namespace n {\n}\n",
        "",
        "~",
        "return 1;",
    ],
];

/// Sources in the languages of optional features that the build includes.
pub(super) const OTHERS: &[(&str, &str)] = &[
    #[cfg(feature = "lang-c")]
    ("c", include_str!("../../../../fixtures/languages/list.c")),
    #[cfg(feature = "lang-go")]
    ("go", include_str!("../../../../fixtures/languages/basket.go")),
    #[cfg(feature = "lang-java")]
    ("java", include_str!("../../../../fixtures/languages/basket.java")),
    #[cfg(feature = "lang-javascript")]
    ("javascript", include_str!("../../../../fixtures/languages/basket.js")),
    #[cfg(feature = "lang-typescript")]
    ("typescript", include_str!("../../../../fixtures/languages/basket.ts")),
];

/// The texts that are inserted into [`OTHERS`]: parts of each language, and texts that are invalid in all.
pub(super) const OTHER_PIECES: &[&str] = &[
    "",
    "\n",
    "/* c */",
    "// c\n",
    "/*",
    "{",
    "}",
    ";",
    ",",
    "`",
    "'",
    "(",
    "class Other { run() {} }\n",
    "void other() { run(); }\n",
    "other() { return 1; },\n",
    "func (o *Other) run() {}\n",
    "type Other struct{ a int }\n",
    "struct other { int a; };\n",
    "@other\n",
    "static ",
    "    ",
    "\t",
];
