// Lists the definitions of JavaScript and TypeScript files for compare.py, as TypeScript's compiler reads them.
const fs = require("node:fs");
const path = require("node:path");
const ts = require(require.resolve("typescript", { paths: [process.cwd()] }));

const KINDS = new Map([
  [ts.SyntaxKind.FunctionDeclaration, "function"],
  [ts.SyntaxKind.ClassDeclaration, "class"],
  [ts.SyntaxKind.InterfaceDeclaration, "interface"],
  [ts.SyntaxKind.TypeAliasDeclaration, "type"],
  [ts.SyntaxKind.EnumDeclaration, "enum"],
  [ts.SyntaxKind.EnumMember, "enum member"],
  [ts.SyntaxKind.MethodDeclaration, "method"],
  [ts.SyntaxKind.GetAccessor, "accessor"],
  [ts.SyntaxKind.SetAccessor, "accessor"],
  [ts.SyntaxKind.PropertyDeclaration, "field"],
  [ts.SyntaxKind.PropertySignature, "interface member"],
  [ts.SyntaxKind.MethodSignature, "interface member"],
]);
// What stands in these has no address, or one by way of a variable.
const OPAQUE = new Set([
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.TypeLiteral,
  ts.SyntaxKind.Block,
]);

function list(file) {
  const text = fs.readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  if (source.parseDiagnostics.length > 0) return;
  const line = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const visit = (node) => {
    const kind = KINDS.get(node.kind);
    if (kind && node.name) {
      const name = node.name.text ?? node.name.getText(source);
      console.log([file, kind, name, line(node.getStart(source, false)), line(node.getEnd())].join("\t"));
    }
    if (!OPAQUE.has(node.kind)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
}

function walk(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") walk(inner);
    else if (entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name)) list(inner);
  }
}

process.argv.slice(2).forEach(walk);
