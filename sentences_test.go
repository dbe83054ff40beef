package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSentencesForPeopleArePlain reads the texts of problems, errors and commands in the source, and all
// texts of settings and commands: a sentence has at most 25 words, begins with the thing that it is about,
// and uses the field's words. Values that are put in count as one word.
func TestSentencesForPeopleArePlain(t *testing.T) {
	const fewest = 1000 // texts: fewer are found only where this test looks in the wrong place
	found := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (name == "testdata" || name == "bench" || name == "tools" || len(name) > 1 && name[0] == '.'):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		for _, text := range textsForPeople(file, filepath.ToSlash(path)) {
			found++
			if wrong := notPlain(text.words); wrong != "" {
				t.Errorf("%s: %s", files.Position(text.at), wrong)
			}
		}
		return nil
	})
	if err != nil || found < fewest {
		t.Fatalf("%d texts were found: %v", found, err)
	}
}

func TestSentencesThatAreNotPlainAreFound(t *testing.T) {
	for text, plain := range map[string]bool{
		"the model has no element":                         true,
		"what the model has":                               false,
		"what if: users":                                   true,
		"Stop measuring? What was measured is kept.":       false,
		"nine in ten are within 5 %":                       false,
		strings.Repeat("word ", 25):                        true,
		strings.Repeat("word ", 26):                        false,
		strings.Repeat("word ", 20) + ". " + "a b c d e f": true,
	} {
		if (notPlain(text) == "") != plain {
			t.Errorf("%q: %q", text, notPlain(text))
		}
	}
}

var (
	private  = regexp.MustCompile(`(?i)\b(astray|alike|nine in ten|half of them|beside it|farther off|so manieth)\b`)
	sentence = regexp.MustCompile(`[.;:?!] |\n`)
	verb     = regexp.MustCompile(`%[-+# 0]*[0-9.*]*(\[[0-9]+\])?[a-zA-Z]`)
)

// notPlain says what is wrong with a text; empty: nothing is.
func notPlain(text string) string {
	const mostWords = 25
	for _, s := range sentence.Split(text, -1) {
		switch words := strings.Fields(s); {
		case len(words) > mostWords:
			return "a sentence of more than 25 words: " + s
		case len(words) > 1 && strings.EqualFold(words[0], "what") && words[1] != "if":
			return "a sentence that begins with what: " + s
		case private.MatchString(s):
			return "a word that only Beagle uses: " + s
		}
	}
	return ""
}

type textAt struct {
	at    token.Pos
	words string
}

// textsForPeople finds fields and errors with a text, and in the rooms of commands and settings each text of
// more than three words.
func textsForPeople(file *ast.File, path string) (all []textAt) {
	add := func(e ast.Expr) {
		if words, ok := textOf(e); ok {
			all = append(all, textAt{e.Pos(), verb.ReplaceAllString(words, "X")})
		}
	}
	whole := strings.HasPrefix(path, "cli/") || strings.HasPrefix(path, "config/")
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && slices.Contains([]string{"Message", "Hint", "Short", "Long", "Doc"}, key.Name) {
				add(n.Value)
			}
		case *ast.CallExpr:
			if called := nameOf(n); called == "errors.New" || called == "fmt.Errorf" {
				add(n.Args[0])
			}
		case *ast.BasicLit:
			if whole && len(strings.Fields(n.Value)) > 3 {
				add(n)
			}
		}
		return true
	})
	return all
}

// textOf is a text with X in the place of each value.
func textOf(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, some := textOf(e.X)
		right, more := textOf(e.Y)
		if !some {
			left = "X"
		}
		if !more {
			right = "X"
		}
		return left + right, some || more
	case *ast.CallExpr:
		if nameOf(e) == "fmt.Sprintf" {
			return textOf(e.Args[0])
		}
	}
	return "", false
}

// nameOf is the name of a called function with its package.
func nameOf(call *ast.CallExpr) string {
	if s, ok := call.Fun.(*ast.SelectorExpr); ok {
		if p, ok := s.X.(*ast.Ident); ok {
			return p.Name + "." + s.Sel.Name
		}
	}
	return ""
}
