//! Prepares what would cost time at every start of the program.

#![allow(clippy::disallowed_methods, reason = "what is built is written here, and no tree of a user")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    translate_manifests();
    link_for_a_quick_start();
}

/// Translates the manifests to JSON: reading that back takes a fiftieth of the time that their YAML takes, which was
/// half of the time of a small patch. What tells one language from another is written as Rust beside it, so that a
/// language that no patch asks for is never read at all.
#[expect(clippy::disallowed_methods, reason = "a build script writes what the build takes in")]
fn translate_manifests() {
    println!("cargo::rerun-if-changed=grammars");
    println!("cargo::rerun-if-changed={COMMENTS}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for entry in fs::read_dir("grammars").expect("the folder of the manifests can be read") {
        let path = entry.expect("the folder of the manifests can be read").path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let mut manifest = completed(read(&path));
            // Few patches ask how names are bound.
            let locals = manifest.as_object_mut().and_then(|manifest| manifest.remove("locals"));
            let name = out.join(path.file_name().expect("it is a file in a folder"));
            fs::write(name.with_extension("json"), manifest.to_string())
                .expect("what is built can be written");
            // Operations on text ask for nothing else.
            let lexical = manifest.get("lexical").unwrap_or(&Value::Null);
            fs::write(name.with_extension("lexical.json"), lexical.to_string())
                .expect("what is built can be written");
            fs::write(name.with_extension("locals.json"), locals.unwrap_or(Value::Null).to_string())
                .expect("what is built can be written");
            fs::write(name.with_extension("rs"), keys(&manifest)).expect("what is built can be written");
        }
    }
    let entries = read(Path::new(COMMENTS));
    let entries: Vec<String> = entries.as_array().into_iter().flatten().map(unparsed_files).collect();
    fs::write(out.join("comments.count"), entries.len().to_string()).expect("what is built can be written");
    fs::write(out.join("comments.rs"), format!("[{}]", entries.join(", ")))
        .expect("what is built can be written");
}

/// The comments of files whose language has no grammar.
const COMMENTS: &str = "src/lang/plain.yaml";

/// The comments of some files, as a value of its reader's own type.
fn unparsed_files(entry: &Value) -> String {
    let lexical = entry["lexical"].to_string();
    let directives = entry.get("directives").map_or("[]".to_owned(), Value::to_string);
    format!("UnparsedFiles::new(&{}, &{}, &{directives}, {lexical:?})", entry["extensions"], entry["names"])
}

fn read(path: &Path) -> Value {
    let yaml = fs::read_to_string(path).expect("a manifest can be read");
    serde_yaml::from_str(&yaml).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A manifest with what it leaves to another one.
fn completed(own: Value) -> Value {
    let Some(like) = own.get("like").and_then(Value::as_str) else { return own };
    let mut whole = read(&Path::new("grammars").join(like).with_extension("yaml"));
    if let (Some(whole), Value::Object(mut own)) = (whole.as_object_mut(), own) {
        for lists in ["names", "locals"] {
            if let (Some(names), Some(more)) = (whole.get_mut(lists), own.remove(lists)) {
                add_lists(names, more);
            }
        }
        if let (Some(Value::Object(lexical)), Some(Value::Object(more))) =
            (whole.get_mut("lexical"), own.remove("lexical"))
        {
            lexical.extend(more);
        }
        whole.extend(own);
    }
    whole
}

/// Puts lists before those that are there already: the first place that fits counts.
fn add_lists(names: &mut Value, more: Value) {
    let Value::Object(more) = more else { return };
    for (key, value) in more {
        if let (Value::Array(mut first), Some(rest)) = (value, names[&key].as_array_mut()) {
            first.append(rest);
            *rest = first;
        }
    }
}

/// The names, extensions, the tag and the layout of a language, as a value of the registry's own type.
fn keys(manifest: &Value) -> String {
    let list = |value: Option<&Value>| match value {
        Some(Value::Array(words)) => words.clone(),
        Some(word) => vec![word.clone()],
        None => Vec::new(),
    };
    let of = |key: &str| list(manifest.get(key));
    let replaced = |key: &str| list(manifest.get("replaces").and_then(|replaced| replaced.get(key)));
    let spelled = |words: Vec<Value>| {
        let words: Vec<String> = words.iter().map(Value::to_string).collect();
        format!("&[{}]", words.join(", "))
    };
    let symbols = |key: &str| manifest.get("symbols").and_then(|symbols| symbols.get(key));
    let words = |name: &str| -> String {
        let words = symbols(name).and_then(Value::as_object).into_iter().flatten();
        let words: Vec<String> =
            words.map(|(word, others)| format!("({word:?}, {})", spelled(list(Some(others))))).collect();
        words.join(", ")
    };
    let preprocessor = manifest.get("view").and_then(|view| view.get("preprocessor"));
    let layout = format!(
        "LineLayout {{ indented: {}, blocks: BlockSigns {{ head_close: {}, clauses: &[{}], unfinished: &[{}] }}, directive: {}, flat: {} }}",
        symbols("indented_bodies").and_then(Value::as_bool).unwrap_or_default(),
        symbols("head_close").unwrap_or(&Value::String(String::new())),
        words("clauses"),
        words("unfinished"),
        preprocessor
            .and_then(|preprocessor| preprocessor.get("directive"))
            .map_or("None".to_owned(), |mark| format!("Some({mark})")),
        spelled(list(symbols("flat_blocks"))),
    );
    let marked = manifest
        .get("marked")
        .map_or("None".to_owned(), |marked| format!("Some(({}, {}))", marked["text"], marked["language"]));
    format!(
        "Keys {{ names: {}, extensions: {}, replaced_names: {}, replaced_extensions: {}, tag: {}, marked: {marked}, \
         layout: {layout} }}",
        spelled([of("name"), of("aliases")].concat()),
        spelled(of("extensions")),
        spelled(replaced("names")),
        spelled(replaced("extensions")),
        manifest.get("op_tag").unwrap_or(&Value::Null),
    )
}

/// Links the program at a fixed address, and the C library into it where the system has that as an archive: it starts in
/// 0.5 ms instead of 1.25 ms.
///
/// The tables of the grammars are full of pointers. In a program that can be loaded anywhere all 10,000 of them are
/// corrected at each start, which touches a third of all pages that a patch of one line needs; shared libraries are looked
/// for, read and joined to it each time. `RUSTFLAGS` or `.cargo/config.toml` could ask for the same, but would reach every
/// crate, macros included, every caller who sets `RUSTFLAGS` would lose it, and where there is no archive nothing could be
/// built. What is given up is that the addresses of the program's code differ from run to run, which would make a fault in
/// the C code of the grammars harder to exploit, and that a new C library reaches the program by itself.
fn link_for_a_quick_start() {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_linux = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if !is_linux || !is("CARGO_CFG_TARGET_ARCH", "x86_64") {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-no-pie");
    put_first_what_small_runs_call();
    let is_native = env::var("HOST").ok() == env::var("TARGET").ok();
    let libraries = [("gcc_s", "libgcc_eh.a"), ("c", "libc.a"), ("m", "libm.a")];
    let found = libraries.map(|(name, file)| Some((name, archive(file)?)));
    if !is_native || found.iter().any(Option::is_none) {
        return;
    }
    // The compiler asks for shared libraries by these names, and finds the archives.
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("libraries");
    fs::create_dir_all(&out).expect("a folder can be made where things are built");
    for (name, archive) in found.into_iter().flatten() {
        fs::write(out.join(format!("lib{name}.so")), format!("INPUT(\"{}\")\n", archive.display()))
            .expect("what is built can be written");
    }
    println!("cargo::rustc-link-arg-bins=-L{}", out.display());
    println!("cargo::rustc-link-arg-bins=-static");
}

/// Asks the linker to put the functions that small runs call side by side, as `link/first.ld` lists them: a patch of one
/// line then takes two thirds of the time, since the system reads 50 pieces less of the program. The list is in the
/// language of the linker that comes with the compiler; another one is left alone.
fn put_first_what_small_runs_call() {
    const LIST: &str = "link/first.ld";
    println!("cargo::rerun-if-changed={LIST}");
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let is_own_linker = env::var_os("RUSTC_LINKER").is_none() && !flags.contains("link");
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let list = folder.join(LIST);
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_own_linker && is_release && list.is_file() {
        println!("cargo::rustc-link-arg-bins=-T{}", list.display());
    }
}

/// Where the C compiler, which links, has an archive.
fn archive(file: &str) -> Option<PathBuf> {
    let said = Command::new("cc").arg(format!("-print-file-name={file}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(said.stdout).ok()?.trim());
    path.is_absolute().then_some(path).filter(|path| path.is_file())
}
