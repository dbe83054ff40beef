package api

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write v1.txt anew")

// door are the packages and what of them is promised; nothing named: all.
var door = map[string][]string{
	"analysers":          {"Added", "All"},
	"analysers/analyser": nil,
	"blackboard":         {"Proposal", "BranchProposal"},
	"cli":                {"Main"},
	"judge":              {"Measures", "Measure", "Rated"},
	"measure":            {"Tools", "ToolKind", "ToolOptions", "Tool", "Preparation", "LaunchReport", "Overhead", "Sink", "Event", "EventKind", "Order", "Section", "SectionKind", "Service", "Launch"},
	"model":              {"Element", "Kind", "Kinds", "Input", "Section", "Option", "Resource", "Variable", "Characterisation", "Value", "ValueKind", "Column", "Table", "Problem", "Severity", "Service", "Step", "StepKind", "Behaviour"},
	"model/adapter":      nil,
	"model/expression":   {"Node", "Constant", "Text", "Variable", "Binary", "Unary", "If", "Op", "Func", "String", "Simplify"},
	"model/language":     {"Language", "Languages", "Method", "Statement", "StatementKind", "Block"},
	"run":                {"Notifiers", "Ended"},
	"statistics/dataset": {"Data", "Observed", "Replicates"},
}

func TestWhatIsPromisedIsThere(t *testing.T) {
	var present []string
	for _, folder := range slices.Sorted(maps.Keys(door)) {
		present = append(present, declarations(t, folder, door[folder])...)
	}
	if *update {
		if err := os.WriteFile("v1.txt", []byte(strings.Join(present, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	promised, err := os.ReadFile("v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(promised)) {
		if line = strings.TrimSuffix(line, "\n"); !slices.Contains(present, line) {
			t.Errorf("programs of others rely on this, and it went or changed:\n\t%s\nsee doc.go; before a release, go test ./api -update", line)
		}
	}
}

// declarations are the exported ones of a package, a line each: fields of structs and
// methods one by one, interfaces whole, since others implement them.
func declarations(t *testing.T, folder string, names []string) (lines []string) {
	t.Helper()
	files := token.NewFileSet()
	sources, err := fs.Glob(os.DirFS("../"+folder), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	d := &describer{folder: folder, names: names, files: files}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(files, "../"+folder+"/"+source, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range parsed.Decls {
			d.declared(declared)
		}
	}
	if len(d.lines) == 0 {
		t.Errorf("%s declares nothing of %v", folder, names)
	}
	slices.Sort(d.lines)
	return d.lines
}

type describer struct {
	folder string
	names  []string
	files  *token.FileSet
	lines  []string
}

func (d *describer) promised(name string) bool {
	return ast.IsExported(name) && (d.names == nil || slices.Contains(d.names, name))
}

func (d *describer) add(format string, args ...any) {
	d.lines = append(d.lines, d.folder+": "+fmt.Sprintf(format, args...))
}

// text is a node on one line, without comments.
func (d *describer) text(node any) string {
	var out bytes.Buffer
	if err := printer.Fprint(&out, d.files, node); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

func (d *describer) declared(declared ast.Decl) {
	switch x := declared.(type) {
	case *ast.FuncDecl:
		signature := strings.TrimPrefix(d.text(x.Type), "func")
		if x.Recv == nil {
			if d.promised(x.Name.Name) {
				d.add("func %s%s", x.Name.Name, signature)
			}
			return
		}
		of := d.text(x.Recv.List[0].Type)
		if ast.IsExported(x.Name.Name) && d.promised(strings.TrimLeft(of, "*")) {
			d.add("method (%s) %s%s", of, x.Name.Name, signature)
		}
	case *ast.GenDecl:
		kind := "" // of constants that count up
		for _, spec := range x.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if d.promised(s.Name.Name) {
					d.typed(s)
				}
			case *ast.ValueSpec:
				if s.Type != nil {
					kind = d.text(s.Type)
				}
				for _, name := range s.Names {
					if d.promised(name.Name) || x.Tok == token.CONST && ast.IsExported(name.Name) && slices.Contains(d.names, kind) {
						d.add("%s %s %s", x.Tok, name.Name, kind)
					}
				}
			}
		}
	}
}

func (d *describer) typed(s *ast.TypeSpec) {
	switch t := s.Type.(type) {
	case *ast.StructType:
		d.add("type %s struct", s.Name.Name)
		for _, field := range t.Fields.List {
			of := d.text(field.Type)
			if field.Names == nil {
				d.add("%s has %s", s.Name.Name, of)
			}
			for _, name := range field.Names {
				if name.IsExported() {
					d.add("%s.%s %s", s.Name.Name, name.Name, of)
				}
			}
		}
	case *ast.InterfaceType:
		var methods []string
		for _, m := range t.Methods.List {
			name := ""
			if len(m.Names) > 0 {
				name = m.Names[0].Name
			}
			methods = append(methods, name+strings.TrimPrefix(d.text(m.Type), "func"))
		}
		d.add("type %s interface { %s }", s.Name.Name, strings.Join(methods, "; "))
	default:
		d.add("type %s %s", s.Name.Name, d.text(s.Type))
	}
}
