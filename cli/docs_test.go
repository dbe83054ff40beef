package cli

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"beagle/internal/need"
)

var update = flag.Bool("update", false, "write the table of commands into docs/commands.md")

// The table of commands is what the program says of them.
func TestCommandsAreDocumentedAsTheProgramHasThem(t *testing.T) {
	page := filepath.Join(need.Root(t), "docs", "commands.md")
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- commands: begin -->\n", "<!-- commands: end -->"
	before, rest, found := strings.Cut(string(content), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the commands", page)
	}
	var table strings.Builder
	table.WriteString("| command | does |\n|---|---|\n")
	root := newRoot(newProgram())
	for _, group := range root.Groups() {
		fmt.Fprintf(&table, "| **%s** | |\n", group.Title)
		for _, c := range root.Commands() {
			if c.GroupID == group.ID && !c.Hidden {
				tabulate(&table, c)
			}
		}
	}
	want := before + begin + table.String() + end + after
	if *update {
		err = os.WriteFile(page, []byte(want), 0o644)
	} else if string(content) != want {
		t.Error("docs/commands.md is stale; run: go test ./cli -run Documented -update")
	}
	if err != nil {
		t.Fatal(err)
	}
}

func tabulate(table *strings.Builder, c *cobra.Command) {
	if c.Runnable() {
		use := strings.TrimSuffix(c.UseLine(), " [flags]")
		fmt.Fprintf(table, "| `%s` | %s |\n", strings.ReplaceAll(use, "|", "\\|"), strings.ReplaceAll(c.Short, "|", "\\|"))
	}
	for _, child := range c.Commands() {
		if !child.Hidden {
			tabulate(table, child)
		}
	}
}

// Every command is documented, with every exit code.
func TestEveryCommandIsDocumented(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(need.Root(t), "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, c := range newRoot(newProgram()).Commands() {
		if c.Hidden {
			continue
		}
		if !mentions(page, c) {
			t.Errorf("docs/commands.md does not mention beagle %s", c.Name())
		}
	}
}

// Every command line on a page for users names commands and flags that exist.
func TestDocumentedCommandLinesAreUnderstood(t *testing.T) {
	root := need.Root(t)
	pages, _ := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	code := regexp.MustCompile("`([^`\n]+)`|(?m)^(?:\\$ )?(beagle .+)$")
	word := regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`)
	seen := 0
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range code.FindAllStringSubmatch(string(text), -1) {
			line := match[1] + match[2]
			for _, end := range []string{"  ", " #", " |", " >", " &", ";"} {
				line, _, _ = strings.Cut(line, end)
			}
			words := word.FindAllString(strings.NewReplacer("[", " ", "]", " ").Replace(line), -1)
			if len(words) < 2 || words[0] != "beagle" {
				continue
			}
			seen++
			if said := understood(newRoot(newProgram()), words[1:]); said != "" {
				t.Errorf("%s: %q: %s", filepath.Base(page), line, said)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d command lines were found", seen)
	}
}

// understood is what is wrong with a command line; empty: nothing.
func understood(root *cobra.Command, words []string) string {
	c, rest, err := root.Find(words)
	if err != nil {
		return err.Error()
	}
	name := words[0] // of a command, not of a file or a folder; man is added where the program starts
	if c == root && name != "man" && regexp.MustCompile(`^[a-z]+$`).MatchString(strings.Trim(name, ",")) {
		return "there is no command " + name
	}
	for _, word := range rest {
		flag, long := strings.CutPrefix(word, "--")
		flag, _, _ = strings.Cut(flag, "=")
		if flag = strings.TrimRight(flag, ",.)"); !long || flag == "" || flag == "help" {
			continue
		}
		if c.Flags().Lookup(flag) == nil && c.InheritedFlags().Lookup(flag) == nil {
			return c.CommandPath() + " has no --" + flag
		}
	}
	return ""
}

func mentions(page string, c *cobra.Command) bool {
	return strings.Contains(page, "beagle "+c.Name()) || strings.Contains(page, "`"+c.Name()+"`")
}

// Every page is in the index, and no link leads nowhere.
func TestDocumentationHangsTogether(t *testing.T) {
	root := need.Root(t)
	index, err := os.ReadFile(filepath.Join(root, "docs", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	docs := filepath.Join(root, "docs")
	pages, _ := filepath.Glob(filepath.Join(docs, "*.md"))
	inner, _ := filepath.Glob(filepath.Join(docs, "*", "*.md"))
	pages = append(pages, inner...)
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CHANGELOG.md")) {
		name, err := filepath.Rel(docs, page)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Dir(page) != root && name != "README.md" && !strings.Contains(string(index), "("+filepath.ToSlash(name)+")") {
			t.Errorf("docs/README.md does not list %s", name)
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Error(err)
		}
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), match[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, match[1])
			}
		}
	}
}

// Every file of the code that a page names is there, by its path or the end of one.
func TestFilesThatTheDocumentationNamesAreThere(t *testing.T) {
	root := need.Root(t)
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			files = append(files, filepath.ToSlash(strings.TrimPrefix(path, root)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pages, _ := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	named := regexp.MustCompile("`([a-z0-9_/]+\\.go)`") // NAME.go stands for whatever is added
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range named.FindAllStringSubmatch(string(text), -1) {
			if !slices.ContainsFunc(files, func(file string) bool { return strings.HasSuffix(file, "/"+match[1]) }) {
				t.Errorf("%s names %s, which is not there", page, match[1])
			}
		}
	}
}

// Every library that is imported has a reason.
func TestEveryDependencyHasAReason(t *testing.T) {
	root := need.Root(t)
	required, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	reasons, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(required)) {
		module, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		direct := strings.HasPrefix(line, "\t") && !strings.Contains(line, "// indirect")
		if direct && !strings.Contains(string(reasons), "`"+module+"`") {
			t.Errorf("docs/dependencies.md gives no reason for %s", module)
		}
	}
	for _, match := range regexp.MustCompile("(?m)^\\| `([^`]+)`").FindAllStringSubmatch(string(reasons), -1) {
		if !strings.Contains(string(required), "\t"+match[1]+" ") {
			t.Errorf("docs/dependencies.md explains %s, which go.mod does not require", match[1])
		}
	}
}
