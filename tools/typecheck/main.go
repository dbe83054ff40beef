// Command typecheck checks the types of a program's packages for other systems, from
// their sources: that is what of a build can fail by a change of the program, in a
// tenth of the time, since nothing is compiled.
//
//	typecheck darwin/arm64 windows/amd64
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	failed := false
	for _, system := range os.Args[1:] {
		goos, goarch, found := strings.Cut(system, "/")
		if !found {
			fmt.Fprintf(os.Stderr, "%s is no system: write GOOS/GOARCH\n", system)
			os.Exit(2)
		}
		wrong, err := check(goos, goarch)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for _, one := range wrong {
			fmt.Printf("%s: %v\n", system, one)
		}
		failed = failed || len(wrong) > 0
	}
	if failed {
		os.Exit(1)
	}
}

// check loads the packages below the present folder, and says what is wrong in them; of the
// libraries that they use it takes the declarations.
func check(goos, goarch string) (wrong []packages.Error, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	all, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax &^ packages.NeedTypesInfo,
		Env:  append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch),
		ParseFile: func(fset *token.FileSet, name string, source []byte) (*ast.File, error) {
			file, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
			if file != nil && !strings.HasPrefix(name, dir+string(filepath.Separator)) {
				withoutBodies(file)
			}
			return file, err
		},
	}, "./...")
	for _, p := range all {
		wrong = append(wrong, p.Errors...)
	}
	return wrong, err
}

// withoutBodies leaves the declarations of a file; the bodies of functions with type
// parameters and of init have to be there.
func withoutBodies(file *ast.File) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Type.TypeParams == nil && f.Name.Name != "init" {
			f.Body = nil
		}
	}
}
