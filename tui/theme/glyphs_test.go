package theme

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"beagle/internal/need"
)

// Words of the engine reach the screens too, so all rooms whose words do are
// looked through.
func TestEveryGlyphOfTheScreensHasAnASCIIForm(t *testing.T) {
	root := need.Root(t)
	for _, room := range []string{"analysers", "blackboard", "judge", "measure", "model", "run", "tui"} {
		err := filepath.WalkDir(filepath.Join(root, room), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Base(filepath.Dir(path)), "test") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				words, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Errorf("%s: %s: %v", path, literal.Value, err)
				}
				for _, r := range ASCII(words) {
					if r >= 0x80 && r != unicode.ReplacementChar && unicode.In(r, unicode.S, unicode.P) {
						t.Errorf("%s: %q of %q has no ASCII form", path, r, words)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
