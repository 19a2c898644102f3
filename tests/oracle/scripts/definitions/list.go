// Lists the definitions of Go files for compare.py, as the parser of the standard library reads them.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	for _, root := range os.Args[1:] {
		filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".go") {
				list(path)
			}
			return nil
		})
	}
}

// list prints the definitions of a file, if it has no syntax error.
func list(path string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	print := func(kind, name string, node ast.Node) {
		// Lines of the file itself, whatever a line directive says.
		first := files.PositionFor(node.Pos(), false).Line
		last := files.PositionFor(node.End()-1, false).Line
		fmt.Printf("%s\t%s\t%s\t%d\t%d\n", path, kind, name, first, last)
	}
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			if declaration.Recv != nil && len(declaration.Recv.List) > 0 {
				print("method", receiver(declaration.Recv.List[0].Type)+"."+declaration.Name.Name, declaration)
			} else {
				print("function", declaration.Name.Name, declaration)
			}
		case *ast.GenDecl:
			for _, spec := range declaration.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					print("type", spec.Name.Name, spec)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						if name.Name != "_" {
							print(declaration.Tok.String(), name.Name, spec)
						}
					}
				}
			}
		}
	}
}

// receiver gives the name of the type that a method is for.
func receiver(node ast.Expr) string {
	switch node := node.(type) {
	case *ast.StarExpr:
		return receiver(node.X)
	case *ast.ParenExpr:
		return receiver(node.X)
	case *ast.IndexExpr:
		return receiver(node.X)
	case *ast.IndexListExpr:
		return receiver(node.X)
	case *ast.Ident:
		return node.Name
	}
	return ""
}
