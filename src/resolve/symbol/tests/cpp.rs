use super::*;

#[track_caller]
fn check_cpp(text: &str, kind: &str, symbol: &str, payload: &str, expected: &str) {
    check("c++", text, kind, symbol, payload, expected);
}

const FOO: &str = "\
#include <string>

namespace app {

/// A thing.
template <class T>
class Foo : public Base {
public:
    Foo(int a) : a_(a) {}
    ~Foo() = default;
    [[nodiscard]] virtual int *value(const std::string &s = \"x\", int = 3) const &;
    int value(int n) const { return n; }  // fast
    int value(int n) { return n; }
    explicit operator bool() const { return true; }
    friend bool operator==(const Foo&, const Foo&) { return true; }
    template <class U> void set(U u) noexcept { use(u); }
    struct Inner { int x; };
signals:
    void changed();
public slots:
    void on_change();
}; // Foo

template <class T>
int *Foo<T>::value(const std::string &s, int) const & { return 0; }

template <> struct hash<Foo<int>> { size_t operator()(int x) const { return 1; } };

void helper(void) {}
}

app::Foo<int>::operator std::string() const { return R\"x(}} \")x\"; }
extern \"C\" void plain(int);
typedef struct node { int x; } node_t;
";

#[test]
fn everything_has_an_address() {
    check_listing(
        "c++",
        FOO,
        &[
            "class app::Foo",
            "method app::Foo::Foo",
            "method app::Foo::~Foo",
            "method app::Foo::value(const std::string&, int) const &#1",
            "method app::Foo::value(int) const",
            "method app::Foo::value(int)",
            "method app::Foo::operator bool",
            "method app::Foo::operator==",
            "method app::Foo::set",
            "class app::Foo::Inner",
            "method app::Foo::changed",
            "method app::Foo::on_change",
            "method app::Foo::value(const std::string&, int) const &",
            "class app::hash<Foo<int>>",
            "method app::hash<Foo<int>>::operator()",
            "function app::helper",
            "method app::Foo<int>::operator std::string",
            "function plain",
            "class node",
        ],
    );
}

#[test]
fn overloads_are_chosen_by_parameters() {
    let value = "int value(int n) const { return n; }  // fast";
    check_cpp(FOO, "method", "Foo::value(int) const", "int value(int x) const { return x; }", value);
    check_cpp(FOO, "method", "Foo.value( int  other )", "", "int value(int n) { return n; }");
    check_cpp(FOO, "method", "Foo::value", "int value(int k) const { return 2; }", value);
    check_cpp(
        FOO,
        "method",
        "Foo::value",
        "int value(double k) const { return 2; }",
        "!ambiguous: app::Foo::value(const std::string&, int) const &#1 | app::Foo::value(int) const | \
         app::Foo::value(int) | app::Foo::value(const std::string&, int) const &",
    );
    check_cpp(FOO, "method", "Foo::value(double)", "", "!FILE has no method `Foo::value(double)`");
}

#[test]
fn a_definition_beats_its_declaration() {
    let definition = "int *Foo<T>::value(const std::string &s, int) const & { return 0; }";
    let declaration = "virtual int *value(const std::string &s = \"x\", int = 3) const &;";
    check_cpp(
        FOO,
        "method",
        "Foo::value(const std::string&, int) const &",
        "",
        &format!("template <class T>\n{definition}"),
    );
    check_cpp(
        FOO,
        "method",
        "Foo::value",
        "int *Foo<T>::value(const std::string &t, int) const & { return 1; }",
        definition,
    );
    check_cpp(
        FOO,
        "method",
        "Foo::value",
        "virtual int *value(const std::string &s, int) const &;",
        declaration,
    );
    check_cpp(
        FOO,
        "method",
        "Foo::value",
        "int *value(const std::string &t, int) const & { return 1; }",
        "!the payload's name `value` does not match the place of `Foo::value`",
    );
}

#[test]
fn specialisations_are_not_the_primary() {
    check_cpp(FOO, "class", "hash", "", "!FILE has no class `hash`");
    check_cpp(
        FOO,
        "class",
        "hash<Foo<int>>",
        "struct hash<Foo<int>> {};",
        "struct hash<Foo<int>> { size_t operator()(int x) const { return 1; } };",
    );
    check_cpp(
        FOO,
        "method",
        "hash<Foo<int>>::operator()",
        "",
        "size_t operator()(int x) const { return 1; }",
    );
}

#[test]
fn operators_destructors_and_conversions_have_names() {
    check_cpp(FOO, "method", "Foo::operator bool", "", "explicit operator bool() const { return true; }");
    check_cpp(
        FOO,
        "method",
        "Foo.operator ==",
        "",
        "friend bool operator==(const Foo&, const Foo&) { return true; }",
    );
    check_cpp(FOO, "method", "Foo::~Foo", "", "~Foo() = default;");
    check_cpp(
        FOO,
        "method",
        "Foo<int>::operator std::string",
        "",
        "app::Foo<int>::operator std::string() const { return R\"x(}} \")x\"; }",
    );
    check_cpp(
        "struct A { A &operator/(int); bool operator<(int) { return 1; } };\n",
        "method",
        "A.operator/",
        "",
        "A &operator/(int);",
    );
    check_cpp(
        "struct A { A &operator/(int); bool operator<(int) { return 1; } };\n",
        "method",
        "A/operator<",
        "",
        "bool operator<(int) { return 1; }",
    );
}

#[test]
fn template_heads_and_attributes_are_decorators() {
    check_cpp(FOO, "method", "Foo::set", "void set(int u) {}", "void set(U u) noexcept { use(u); }");
    check_cpp(
        FOO,
        "method",
        "Foo::set",
        "template <class V> void set(V u) {}",
        "template <class U> void set(U u) noexcept { use(u); }",
    );
    let class = "class Foo : public Base {";
    let (text, _) = outcome("c++", FOO, &target("class", "Foo"), Some("class Foo {};")).expect("found");
    assert!(text.starts_with(class) && text.ends_with("}; // Foo"), "{text}");
    let (text, _) =
        outcome("c++", FOO, &target("class", "Foo"), Some("/// New.\nclass Foo {};")).expect("found");
    assert!(text.starts_with("/// A thing.\ntemplate <class T>"), "{text}");
}

#[test]
fn a_payload_without_the_semicolon_leaves_the_files() {
    check_cpp("class A { int x; }; // c\n", "class", "A", "class A { int y; }", "class A { int x; }");
    check_cpp(
        "template <class T> class A { int x; };\n",
        "class",
        "A",
        "class A { int y; }",
        "class A { int x; }",
    );
    check_cpp("class A { int x; }; // c\n", "class", "A", "class A { int y; };", "class A { int x; }; // c");
}

#[test]
fn classes_that_share_a_statement_are_refused() {
    check_cpp(
        "struct P { int x; } a, b;\n",
        "class",
        "P",
        "struct P {};",
        "!the statement of `P` in FILE also declares something else",
    );
    check_cpp(
        "typedef struct { int x; } P;\n",
        "class",
        "P",
        "typedef struct { int y; } P;",
        "typedef struct { int x; } P;",
    );
    check_cpp(FOO, "class", "node_t", "", "typedef struct node { int x; } node_t;");
}

#[test]
fn kinds_do_not_stand_in_for_each_other() {
    check_cpp("enum class E { A };\n", "class", "E", "class E {};", "!`E` in FILE is an enum, not a class");
    check_cpp(
        "void run() {}\n",
        "method",
        "run",
        "void run() {}",
        "!`run` in FILE is a function, not a method",
    );
    check_cpp(
        "void A::run() {}\n",
        "function",
        "run",
        "void run() {}",
        "!the payload's name `run` does not match the place of `run`",
    );
    check_cpp(FOO, "function", "helper", "void helper() { x(); }", "void helper(void) {}");
    check_cpp(
        FOO,
        "function",
        "plain",
        "extern \"C\" void plain(int, int);",
        "extern \"C\" void plain(int);",
    );
    check_cpp("class Foo;\nclass Foo { };\n", "class", "Foo", "class Foo {};", "class Foo { };");
    check_cpp("class Foo;\nclass Foo { };\n", "class", "Foo", "class Foo;", "class Foo;");
}

#[test]
fn macros_are_looked_through_but_not_into() {
    let bar = "class API Bar { int f() {} };";
    check_cpp(&format!("{bar}\n"), "class", "Bar", "class Bar {};", bar);
    check_cpp(
        "#define MAKE(x) class x { int run(); };\n",
        "method",
        "run",
        "int run();",
        "!FILE has no method `run`; line 1 has the name inside the macro `MAKE`, which is not parsed",
    );
}
