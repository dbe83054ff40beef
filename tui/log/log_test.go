package log

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

func TestOutputIsFollowedSearchedAndItsFirstErrorFound(t *testing.T) {
	dir, th := t.TempDir(), theme.New(true, false)
	write := func(name, content string) run.Printed {
		file := filepath.Join(dir, name+".log")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return run.Printed{Name: name, File: file}
	}
	all := []run.Printed{write("build", "one\nA.java:3: error: cannot find symbol\n"+strings.Repeat("more\n", 30)+"the end\n")}
	env := &screen.Env{Ctx: context.Background(), Theme: &th, Now: time.Now, Go: func(tea.Msg) tea.Cmd { return nil }}
	l := New(env, func() ([]run.Printed, error) { return all, nil }, func() tea.Cmd { return nil })
	read := func() { l.Update(l.read()()) }
	read()
	seen := func() string { return strings.Join(l.Body(60, 10), "\n") }
	seen() // its height is known from now on
	wants := func(want string) {
		t.Helper()
		if got := seen(); !strings.Contains(got, want) {
			t.Errorf("%q is not seen:\n%s", want, got)
		}
	}
	wants("the end")
	if strings.Contains(seen(), "cannot find") {
		t.Error("it does not follow the end")
	}
	l.Act(keys.FirstError)
	wants("✗ A.java:3: error: cannot find symbol")
	l.search.Text = "THE END"
	l.Act(keys.NextMatch)
	wants("▸ the end")
	all = append(all, write("launch-1", "it runs\n"))
	read()
	wants("the end") // a person looks at this one
	l.Act(keys.Bottom)
	read()
	wants("it runs")
	if off := l.Off(keys.FirstError); off == "" {
		t.Error("an error is offered where there is none")
	}
}

// Going to another file and back reads at once; the refreshing that was under way
// must not go on beside the new one.
func TestOutputIsRefreshedByOneLoopOnly(t *testing.T) {
	th := theme.New(true, false)
	env := &screen.Env{Ctx: context.Background(), Theme: &th, Now: time.Now, Go: func(tea.Msg) tea.Cmd { return nil }}
	l := New(env, func() ([]run.Printed, error) { return nil, nil }, func() tea.Cmd { return nil })
	l.Update(l.read()())
	pending := tickMsg{l, l.number}
	again := l.Act(keys.Bottom)
	if l.Update(pending) != nil {
		t.Error("the refreshing before a key goes on beside that of the key")
	}
	l.Update(again())
	if l.Update(tickMsg{l, l.number}) == nil {
		t.Error("it is refreshed no more")
	}
}
