//! `chunk mcp`, as a host drives it: messages in, messages out. `tests/mcp/run` does the same with the official client.

#![cfg(feature = "mcp")]
#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const SHOP: &str = "LIMIT = 10\n\n\nclass Basket:\n    def total(self):\n        return 0\n";

/// A folder `work` with some files, and room for records beside it.
fn sample() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    let work = folder.path().join("work");
    fs::create_dir_all(work.join("src")).expect("ours");
    fs::create_dir_all(work.join("build")).expect("ours");
    fs::create_dir(folder.path().join("outside")).expect("ours");
    fs::write(folder.path().join("outside/secret.txt"), "secret\n").expect("ours");
    fs::write(work.join("src/shop.py"), SHOP).expect("ours");
    fs::write(work.join(".gitignore"), "build/\n").expect("ours");
    fs::write(work.join("build/made.py"), "LIMIT = 1\n").expect("ours");
    std::os::unix::fs::symlink("../outside", work.join("away")).expect("ours");
    folder
}

/// A server and its host.
struct Session {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    id: u64,
}

impl Session {
    fn start(folder: &TempDir, args: &[&str]) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_chunk"))
            .arg("mcp")
            .args(["--root".as_ref(), folder.path().join("work").as_os_str()])
            .args(args)
            .env("XDG_STATE_HOME", folder.path().join("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().expect("it is piped"));
        Self { server, input, output, id: 0 }
    }

    /// The same behind the handshake of 2025-06-18.
    fn greeted(folder: &TempDir, args: &[&str]) -> Self {
        let mut session = Self::start(folder, args);
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        let greeting = session.ask("initialize", params);
        assert_eq!(greeting["result"]["protocolVersion"], "2025-06-18");
        session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        session
    }

    fn send(&mut self, message: &str) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(message.as_bytes()).and_then(|()| input.write_all(b"\n")).expect("the server reads");
    }

    fn request(&mut self, method: &str, params: Value) -> u64 {
        self.id += 1;
        let message = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params});
        self.send(&message.to_string());
        self.id
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.answer();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool: whether it refused, its text, its structured content.
    #[track_caller]
    fn call(&mut self, tool: &str, arguments: Value) -> (bool, String, Value) {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        read_answer(&answer)
    }

    /// Calls a tool that does what it is asked.
    #[track_caller]
    fn done(&mut self, tool: &str, arguments: Value) -> (String, Value) {
        let (is_refusal, text, content) = self.call(tool, arguments);
        assert!(!is_refusal, "{text}");
        (text, content)
    }

    /// Calls a tool that refuses, and gives back the first code.
    #[track_caller]
    fn refused(&mut self, tool: &str, arguments: Value) -> (String, String) {
        let (is_refusal, text, content) = self.call(tool, arguments);
        assert!(is_refusal, "{text}");
        (content["errors"][0]["code"].as_str().expect("a code").to_owned(), text)
    }

    /// Closes the input, and waits.
    fn end(mut self) -> (ExitStatus, String) {
        drop(self.input.take());
        let mut errors = String::new();
        let mut stream = self.server.stderr.take().expect("it is piped");
        stream.read_to_string(&mut errors).expect("it is text");
        (self.server.wait().expect("it ends"), errors)
    }
}

#[track_caller]
fn read_answer(answer: &Value) -> (bool, String, Value) {
    let result = &answer["result"];
    let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    let content = result["structuredContent"].clone();
    assert_eq!(content["text"], text, "both tell the same");
    let is_refusal = result["isError"] == true;
    assert_eq!(content["ok"], !is_refusal, "{content}");
    (is_refusal, text, content)
}

fn shop(folder: &TempDir) -> String {
    fs::read_to_string(folder.path().join("work/src/shop.py")).expect("it is there")
}

/// A patch that puts one line in the place of another.
fn replace(marker: &str, payload: &str) -> String {
    format!(
        "operations:\n  - path: src/shop.py\n    op: replace_text\n    marker: {marker}\n    payload: {payload}\n"
    )
}

#[test]
fn patches_are_applied_checked_and_undone() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let patch = replace("LIMIT = 10", "LIMIT = 20");
    let (text, _) = session.done("check_patch", json!({"patch": patch}));
    assert!(text.starts_with("would update 1 file (+1 -1); nothing was written\nM src/shop.py\n"), "{text}");
    let (_, content) = session.done("apply_patch", json!({"patch": patch, "dry_run": true}));
    assert_eq!((&content["dry_run"], shop(&folder).as_str()), (&json!(true), SHOP));
    let (text, content) = session.done("apply_patch", json!({"patch": patch}));
    assert!(text.starts_with("Success. Updated the following files:\nM src/shop.py\n"), "{text}");
    assert_eq!(content["files"], json!([{"status": "M", "path": "src/shop.py", "added": 1, "removed": 1}]));
    assert_eq!(shop(&folder), SHOP.replace("10", "20"));
    let (listed, _) = session.done("undo", json!({"list": true}));
    assert!(listed.contains("M src/shop.py"), "{listed}");
    let (text, _) = session.done("undo", json!({"id": content["undo"]}));
    assert!(text.contains("Undid run "), "{text}");
    assert_eq!(shop(&folder), SHOP);
    assert_eq!(session.refused("undo", json!({})).0, "no-undo-record");
    assert!(session.end().0.success());
}

#[test]
fn every_format_and_every_name_of_the_argument_is_taken() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let diff = "--- a/src/shop.py\n+++ b/src/shop.py\n@@\n-LIMIT = 10\n+LIMIT = 11\n";
    session.done("apply_patch", json!({"patch": diff}));
    let envelope =
        "*** Begin Patch\n*** Update File: src/shop.py\n@@\n-LIMIT = 11\n+LIMIT = 12\n*** End Patch\n";
    session.done("apply_patch", json!({"input": envelope}));
    let blocks = "src/shop.py\n<<<<<<< SEARCH\nLIMIT = 12\n=======\nLIMIT = 13\n>>>>>>> REPLACE\n";
    session.done("apply_patch", json!({"patch_text": blocks, "format": "search-replace"}));
    assert_eq!(shop(&folder), SHOP.replace("10", "13"));
    assert_eq!(session.refused("apply_patch", json!({"patch": diff, "format": "yaml"})).0, "usage");
    assert_eq!(session.refused("apply_patch", json!({"ptch": diff})).0, "usage");
    assert_eq!(session.refused("apply_patch", json!({"patch": "hello"})).0, "unknown-format");
}

#[test]
fn a_refusal_carries_the_corrected_patch() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let (_, text, content) =
        session.call("apply_patch", json!({"patch": replace("LIMT = 10", "LIMIT = 20")}));
    assert!(text.contains("error[marker-not-found]") && text.contains("LIMIT = 10"), "{text}");
    assert!(!text.contains("chunk check"), "a host cannot run a command: {text}");
    session.done("apply_patch", json!({"patch": content["repaired_patch"]}));
    assert_eq!(shop(&folder), SHOP.replace("10", "20"));
}

#[test]
fn new_syntax_errors_are_warned_of() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let patch = replace("LIMIT = 10", "LIMIT = (10");
    let refused = session.refused("check_patch", json!({"patch": patch, "verify_syntax": "refuse"}));
    assert_eq!(refused.0, "new-syntax-error");
    let (text, _) = session.done("apply_patch", json!({"patch": patch}));
    assert!(text.contains("warning[new-syntax-error]"), "{text}");
}

#[test]
fn a_file_that_moved_on_is_refused_with_the_difference() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let (_, whole) = session.done("read_file", json!({"path": "src/shop.py"}));
    let (_, lines) =
        session.done("read_file", json!({"path": "src/shop.py", "start_line": 4, "end_line": 6}));
    session.done("apply_patch", json!({"patch": replace("LIMIT = 10", "LIMIT = 20")}));
    let patch = replace("return 0", "return 1");
    let stale = json!({"patch": patch, "expect": {"src/shop.py": whole["hash"]}});
    let (code, text) = session.refused("apply_patch", stale);
    assert_eq!(code, "changed-meanwhile");
    assert!(text.contains("-LIMIT = 10") && text.contains("+LIMIT = 20"), "{text}");
    assert!(!text.contains("applies as"), "the patch itself needs no correction: {text}");
    assert!(shop(&folder).contains("return 0"));
    // The lines that were read are what they were.
    session.done("apply_patch", json!({"patch": patch, "expect": {"src/shop.py": lines["hash"]}}));
    assert!(shop(&folder).contains("return 1"));
    let absent = json!({"path": "src/shop.py", "content": "", "expect": "absent"});
    assert_eq!(session.refused("write_file", absent).0, "changed-meanwhile");
    let wrong = json!({"path": "src/shop.py", "expect": "0123"});
    assert_eq!(session.refused("remove_file", wrong).0, "usage");
}

#[test]
fn an_edit_of_a_definition_that_was_read_is_merged_with_what_has_changed_since() {
    let folder = sample();
    let file = folder.path().join("work/src/shop.py");
    let long = "def total(items):\n    found = sum(items)\n    log(found)\n\n    return found\n";
    fs::write(&file, long).expect("ours");
    let mut session = Session::greeted(&folder, &[]);
    let (_, read) = session.done("read_file", json!({"path": "src/shop.py", "symbols": ["total"]}));
    let hash = read["symbols"][0]["hash"].as_str().expect("a hash").to_owned();
    // An editor leaves no record.
    let changed = long.replace("sum(items)", "sum(items, 1)");
    fs::write(&file, &changed).expect("ours");
    let patch = |last: &str, more: &str| {
        format!(
            "operations:\n  - path: src/shop.py\n    op: replace_symbol\n    symbol: total\n    expect: \"{hash}\"\n\
             {more}    payload: |-\n      def total(items):\n          found = sum(items)\n          log(found)\n\n\
             \x20         return {last}\n"
        )
    };
    let refuse = "    options: {merge: refuse}\n";
    assert_eq!(
        session.refused("apply_patch", json!({"patch": patch("-found", refuse)})).0,
        "changed-definition"
    );
    let merge = json!({"patch": patch("-found", "")});
    for tool in ["check_patch", "apply_patch"] {
        let (text, _) = session.done(tool, merge.clone());
        assert!(text.contains("1 changed line of the file: `found = sum(items, 1)`"), "{text}");
    }
    let merged = changed.replace("return found", "return -found");
    assert_eq!(shop(&folder), merged);
    assert_eq!(session.refused("apply_patch", merge).0, "already-applied");
    let (code, text) = session.refused("apply_patch", json!({"patch": patch("+found", "")}));
    assert_eq!(code, "changed-definition");
    assert!(text.contains("`return -found`") && text.contains("`return +found`"), "{text}");
    assert_eq!(shop(&folder), merged);
}

#[test]
fn files_are_read_by_lines_by_symbols_and_as_outlines() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let (text, content) =
        session.done("read_file", json!({"path": "src/shop.py", "startLine": 5, "endLine": 99}));
    assert!(text.starts_with("src/shop.py, lines 5-6 of 6 (hash 5-6:"), "{text}");
    assert!(text.ends_with(")\n    def total(self):\n        return 0\n"), "{text}");
    assert_eq!(content["lines"], json!([5, 6]));
    let (text, content) =
        session.done("read_file", json!({"path": "src/shop.py", "symbols": ["Basket.total"]}));
    assert!(text.contains("lines 5-6 (expect: ") && text.contains("        return 0\n"), "{text}");
    let patch = format!(
        "operations:\n  - path: src/shop.py\n    op: delete_symbol\n    symbol: Basket.total\n    expect: \"{}\"\n",
        content["symbols"][0]["hash"].as_str().expect("a hash")
    );
    session.done("check_patch", json!({"patch": patch}));
    let (text, _) = session.done("read_file", json!({"path": "src/shop.py", "outline": true}));
    assert!(text.contains("method    Basket.total"), "{text}");
    let (text, content) = session.done("read_file", json!({"path": "src/none.py"}));
    assert_eq!(
        (text.as_str(), &content["exists"]),
        ("src/none.py does not exist (hash absent)\n", &json!(false))
    );
    assert_eq!(session.refused("read_file", json!({"path": "src/shop.py", "start_line": 7})).0, "usage");
    let absent = json!({"path": "src/shop.py", "symbols": ["Basket.totl"]});
    assert_eq!(session.refused("read_file", absent).0, "symbol-not-found");
    assert_eq!(session.refused("read_file", json!({"path": "src"})).0, "path-refused");
}

#[test]
fn whole_files_are_written_renamed_and_removed() {
    let folder = sample();
    let work = folder.path().join("work");
    let mut session = Session::greeted(&folder, &[]);
    for content in ["a\r\nb\n", "no end", "", "\n", "é\n"] {
        session.done("write_file", json!({"path": "new/deep/a.txt", "content": content}));
        assert_eq!(fs::read_to_string(work.join("new/deep/a.txt")).expect("it is there"), content);
    }
    session.done("rename_file", json!({"from": "new/deep/a.txt", "to": "other/b.txt"}));
    assert!(work.join("other/b.txt").is_file() && !work.join("new/deep/a.txt").exists());
    let taken = json!({"from": "other/b.txt", "to": "src/shop.py"});
    assert_eq!(session.refused("rename_file", taken).0, "file-exists");
    session.done("remove_file", json!({"path": "other/b.txt"}));
    assert_eq!(session.refused("remove_file", json!({"path": "other/b.txt"})).0, "already-applied");
    assert_eq!(session.refused("remove_file", json!({"path": "other/c.txt"})).0, "file-missing");
    session.done("undo", json!({}));
    assert_eq!(fs::read_to_string(work.join("other/b.txt")).expect("it came back"), "é\n");
}

#[test]
fn files_are_listed_and_searched_but_those_that_git_ignores() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let (_, content) = session.done("list_files", json!({}));
    assert_eq!(content["entries"], json!([".gitignore", "src/"]));
    for glob in ["*.py", "**/*.py", "src/*.py", "./src/*"] {
        let (_, content) = session.done("list_files", json!({"glob": glob}));
        assert_eq!(content["entries"], json!(["src/shop.py"]), "{glob}");
    }
    let (text, _) = session.done("search_text", json!({"pattern": "^(LIMIT|class)\\b"}));
    assert_eq!(text, "src/shop.py:1:LIMIT = 10\nsrc/shop.py:4:class Basket:\n");
    let (text, _) =
        session.done("search_text", json!({"pattern": "limit", "ignore_case": true, "filesOnly": true}));
    assert_eq!(text, "src/shop.py\n");
    let (text, _) =
        session.done("search_text", json!({"pattern": "secret|LIMIT", "path": "src/shop.py", "maxLines": 9}));
    assert_eq!(text, "src/shop.py:1:LIMIT = 10\n");
    assert_eq!(session.refused("search_text", json!({"pattern": "("})).0, "usage");
    let many: String = (0..900).map(|at| format!("x {at}\n")).collect();
    fs::write(folder.path().join("work/many.txt"), many).expect("ours");
    let (text, content) = session.done("search_text", json!({"pattern": "^x", "max_lines": 5000}));
    assert_eq!((text.lines().count(), &content["more"]), (501, &json!(true)));
}

#[test]
fn nothing_outside_of_the_root_is_reached() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    for path in ["../outside/secret.txt", "/etc/passwd", "away/secret.txt", "src/../../outside/secret.txt"] {
        for (tool, arguments) in [
            ("read_file", json!({"path": path})),
            ("write_file", json!({"path": path, "content": "x"})),
            ("remove_file", json!({"path": path})),
            ("rename_file", json!({"from": path, "to": "got.txt"})),
            ("rename_file", json!({"from": "src/shop.py", "to": path})),
            ("search_text", json!({"pattern": "secret", "path": path})),
            ("list_files", json!({"path": path})),
        ] {
            let (is_refusal, text, _) = session.call(tool, arguments);
            assert!(is_refusal, "{tool} {path}: {text}");
        }
    }
    let (text, _) = session.done("search_text", json!({"pattern": "secret"}));
    assert_eq!(text, "nothing found\n");
    let secret = folder.path().join("outside/secret.txt");
    assert_eq!(fs::read_to_string(secret).expect("it is there"), "secret\n");
}

#[test]
fn readers_and_hosts_with_tools_of_their_own_are_served_less() {
    let folder = sample();
    let names = |args: &[&str]| -> Vec<String> {
        let mut session = Session::greeted(&folder, args);
        let listed = session.ask("tools/list", json!({}));
        let tools = listed["result"]["tools"].as_array().expect("a list");
        tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&[]).len(), 9);
    assert_eq!(names(&["--tools", "core"]), ["apply_patch", "check_patch", "read_file", "undo"]);
    assert_eq!(names(&["--read-only"]), ["check_patch", "read_file", "list_files", "search_text"]);
    let mut session = Session::greeted(&folder, &["--read-only"]);
    let call = json!({"name": "write_file", "arguments": {"path": "a", "content": "x"}});
    assert_eq!(session.ask("tools/call", call)["error"]["code"], -32602);
    // A check stays one, whatever else it is told.
    let patch = replace("LIMIT = 10", "LIMIT = 20");
    session.call("check_patch", json!({"patch": patch, "dry_run": false}));
    assert_eq!(shop(&folder), SHOP);
}

#[test]
fn the_stateless_protocol_is_spoken_too() {
    let folder = sample();
    let mut session = Session::start(&folder, &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = session.ask("server/discover", json!({"_meta": meta}));
    let versions = found["result"]["supportedVersions"].as_array().expect("a list");
    assert!(versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2025-06-18")), "{found}");
    let call = json!({"_meta": meta, "name": "read_file", "arguments": {"path": "src/shop.py"}});
    let answer = session.ask("tools/call", call);
    assert!(read_answer(&answer).1.ends_with(SHOP), "{answer}");
    assert_eq!(answer["result"]["resultType"], "complete");
    assert!(session.end().0.success());
}

#[test]
fn tools_have_hints_and_schemas_that_refusals_meet() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let listed = session.ask("tools/list", json!({}));
    for tool in listed["result"]["tools"].as_array().expect("a list") {
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(tool["annotations"][hint].is_boolean(), "{tool} {hint}");
        }
        let required = &tool["outputSchema"]["required"];
        assert_eq!(*required, json!(["ok", "text"]), "what every answer has: {tool}");
    }
}

#[test]
fn guides_are_resources_and_a_prompt() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let listed = session.ask("resources/list", json!({}));
    let resources = listed["result"]["resources"].as_array().expect("a list").clone();
    assert!(resources.len() > 40, "{}", resources.len());
    for resource in resources {
        let read = session.ask("resources/read", json!({"uri": resource["uri"]}));
        assert!(read["result"]["contents"][0]["text"].as_str().is_some_and(|text| text.len() > 50), "{read}");
    }
    let none = session.ask("resources/read", json!({"uri": "guide://nothing"}));
    assert!(none["error"]["code"].is_i64(), "{none}");
    let listed = session.ask("prompts/list", json!({}));
    let name = &listed["result"]["prompts"][0]["name"];
    let prompt = session.ask("prompts/get", json!({"name": name}));
    let text = prompt["result"]["messages"][0]["content"]["text"].as_str().expect("a text");
    assert_eq!(text, chunk::guide::page());
}

#[test]
fn calls_that_overlap_are_all_answered_and_edits_keep_their_order() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let mut asked = HashMap::new();
    for at in 10..40 {
        let patch = replace(&format!("LIMIT = {at}"), &format!("LIMIT = {}", at + 1));
        asked.insert(
            session.request("tools/call", json!({"name": "apply_patch", "arguments": {"patch": patch}})),
            at,
        );
        let search = json!({"name": "search_text", "arguments": {"pattern": "LIMIT"}});
        asked.insert(session.request("tools/call", search), 0);
    }
    while !asked.is_empty() {
        let answer = session.answer();
        let (is_refusal, text, _) = read_answer(&answer);
        assert!(!is_refusal, "{text}");
        assert!(asked.remove(&answer["id"].as_u64().expect("an id")).is_some(), "{answer}");
    }
    assert_eq!(shop(&folder), SHOP.replace("10", "40"));
}

#[test]
fn broken_input_is_survived() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    for broken in ["{", "\u{0}\u{1}", "[]", "null", "{\"jsonrpc\": \"2.0\"}", "{\"id\": 1}", "[[[[[[[[[["] {
        session.send(broken);
    }
    session.send(&"[".repeat(1_000_000));
    let id =
        session.request("tools/call", json!({"name": "read_file", "arguments": {"path": "src/shop.py"}}));
    // What was JSON, and no message, is answered by errors without a number.
    let answer = (0..20).map(|_| session.answer()).find(|answer| answer["id"] == id).expect("an answer");
    assert!(read_answer(&answer).1.ends_with(SHOP));
    for arguments in [json!({"path": 1}), json!({"path": ["a"]}), json!({}), json!({"path": "a\u{0}b"})] {
        session.refused("read_file", arguments);
    }
    let none = session.ask("tools/call", json!({"name": "read_file"}));
    assert!(read_answer(&none).0);
    assert!(session.end().0.success());
}

#[test]
fn parameters_of_another_shape_are_told_from_methods_that_are_not_there() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let mut error = |method: &str, params: Value| {
        let answer = session.ask(method, params);
        (answer["error"]["code"].as_i64().expect("an error"), answer["error"]["message"].to_string())
    };
    let (code, message) = error("tools/call", json!({"name": "read_file", "arguments": []}));
    assert_eq!(code, -32602);
    assert!(message.contains("`arguments`"), "{message}");
    assert_eq!(error("tools/call", Value::Null).0, -32602);
    assert_eq!(error("tools/take", json!({})).0, -32601);
    assert!(session.end().0.success());
}

#[test]
fn a_range_that_ends_before_it_begins_is_refused() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    let range = json!({"path": "src/shop.py", "start_line": 5, "end_line": 3});
    assert_eq!(session.refused("read_file", range).0, "usage");
    let one = json!({"path": "src/shop.py", "start_line": 4, "end_line": 4});
    assert!(session.done("read_file", one).0.contains("class Basket:"));
    assert!(session.end().0.success());
}

#[test]
fn closed_pipes_end_the_server_in_good_order() {
    let folder = sample();
    assert!(Session::start(&folder, &[]).end().0.success(), "before anything was said");
    let session = Session::greeted(&folder, &[]);
    let (status, errors) = session.end();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
    // A host that goes while an edit is under way: the edit is done, and is whole.
    let mut session = Session::greeted(&folder, &[]);
    let patch = replace("LIMIT = 10", "LIMIT = 20");
    session.request("tools/call", json!({"name": "apply_patch", "arguments": {"patch": patch}}));
    let Session { mut server, input, output, .. } = session;
    drop((output, input));
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
    assert_eq!(shop(&folder), SHOP.replace("10", "20"));
    assert!(!folder.path().join("work/.chunk-txn").exists());
}

#[test]
fn an_interrupt_ends_an_idle_server() {
    let folder = sample();
    let mut session = Session::greeted(&folder, &[]);
    session.done("read_file", json!({"path": "src/shop.py"}));
    let id = session.server.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
    assert_eq!(session.server.wait().expect("it ends").code(), Some(143));
}

#[test]
fn a_root_that_is_not_there_is_told_at_once() {
    let folder = sample();
    let output = Command::new(env!("CARGO_BIN_EXE_chunk"))
        .args(["mcp", "--root"])
        .arg(Path::new(folder.path()).join("none"))
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error[io]"));
}
