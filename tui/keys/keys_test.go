package keys

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
)

var update = flag.Bool("update", false, "write the table of keys into docs/screens.md")

func TestEveryBindingSaysWhatItDoes(t *testing.T) {
	for _, scope := range Scopes {
		for _, b := range scope.Bindings {
			if len(b.Keys) == 0 || b.Show == "" || b.Word == "" || !strings.HasSuffix(b.Help, ".") {
				t.Errorf("%s: %q is incomplete: %+v", scope.Title, b.Action, b)
			}
		}
	}
}

func TestNoKeyMeansTwoThingsInOneScope(t *testing.T) {
	for _, scope := range Scopes {
		seen := map[string]Action{}
		for _, b := range scope.Bindings {
			for _, key := range b.Keys {
				if other, twice := seen[key]; twice {
					t.Errorf("%s: %q is both %s and %s", scope.Title, key, other, b.Action)
				}
				seen[key] = b.Action
			}
		}
	}
}

// Terminals send tab for ctrl+i, enter for ctrl+m, backspace for ctrl+h and
// newline for ctrl+j; ctrl+s and ctrl+q stop the output; ctrl+a and ctrl+b
// belong to screen and tmux. Bubble Tea calls the space bar "space".
func TestNoKeyIsBoundThatTerminalsKeepForThemselves(t *testing.T) {
	forbidden := []string{"ctrl+i", "ctrl+m", "ctrl+h", "ctrl+j", "ctrl+s", "ctrl+q", "ctrl+a", "ctrl+b", " "}
	for _, scope := range Scopes {
		for _, b := range scope.Bindings {
			for _, key := range b.Keys {
				if slices.Contains(forbidden, key) {
					t.Errorf("%s: %s is bound to %q", scope.Title, b.Action, key)
				}
			}
		}
	}
}

func TestTheInnermostScopeWins(t *testing.T) {
	b, ok := Find([]*Scope{Dialogs, Forms}, "enter")
	if !ok || b.Word != "choose" {
		t.Errorf("enter is %+v", b)
	}
	if _, ok := Find([]*Scope{Forms}, "z"); ok {
		t.Error("z is bound to nothing, yet it was found")
	}
}

func TestTheDocumentationShowsTheTableAsItIs(t *testing.T) {
	page := filepath.Join(need.Root(t), "docs", "screens.md")
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- keys: begin -->\n", "<!-- keys: end -->"
	before, rest, found := strings.Cut(string(content), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the keys", page)
	}
	want := before + begin + markdown() + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(content) != want {
		t.Error("docs/screens.md is stale; run: go test ./tui/keys -update")
	}
}

// markdown is the table as documentation. Keys that mean the same on three screens or more stand
// once.
func markdown() string {
	type row struct{ key, action, does string }
	count := map[row]int{}
	var order []row
	for _, scope := range Scopes {
		for _, b := range scope.Bindings {
			r := row{b.Show, string(b.Action), b.Help}
			if count[r]++; count[r] == 1 {
				order = append(order, r)
			}
		}
	}
	var b strings.Builder
	b.WriteString("### On several screens\n\n| key | action | does |\n|---|---|---|\n")
	for _, r := range order {
		if count[r] > 2 {
			fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", r.key, r.action, r.does)
		}
	}
	for _, scope := range Scopes {
		fmt.Fprintf(&b, "\n### %s\n\n| key | action | does |\n|---|---|---|\n", scope.Title)
		var shared []string
		for _, binding := range scope.Bindings {
			if count[row{binding.Show, string(binding.Action), binding.Help}] > 2 {
				shared = append(shared, "`"+binding.Show+"`")
				continue
			}
			fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", binding.Show, binding.Action, binding.Help)
		}
		if shared != nil {
			fmt.Fprintf(&b, "| %s | | as above |\n", strings.Join(shared, ", "))
		}
	}
	return b.String()
}

var labelled = regexp.MustCompile(`(?:Fact\(th|\.fact\(|\brow\()\s*,?\s*"([A-Z][A-Za-z0-9 %]*)"`)

// Labels are found in the sources of the screens that show an analysis.
func TestEveryLabelIsExplained(t *testing.T) {
	explained := map[string]bool{}
	for _, note := range slices.Concat(Glossary, Progress, Terms) {
		explained[note.Mark] = true
	}
	found := 0
	for _, room := range []string{"dashboard", "evidence", "review"} {
		files, err := filepath.Glob(filepath.Join(need.Root(t), "tui", room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, label := range labelled.FindAllSubmatch(source, -1) {
				if found++; !explained[string(label[1])] {
					t.Errorf("%s shows %q, which no note explains", file, label[1])
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d labels were found", found)
	}
}

// Help shows groups by purpose: one that no action has would never be seen.
func TestEveryPurposeIsThatOfAnAction(t *testing.T) {
	has := map[Purpose]bool{}
	for _, scope := range Scopes {
		for _, b := range scope.Bindings {
			has[b.Action.Purpose()] = true
		}
	}
	for _, purpose := range Purposes {
		if !has[purpose] {
			t.Errorf("no action is for %q", purpose)
		}
	}
}
