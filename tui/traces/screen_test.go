package traces

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"beagle/measure/kieker"
	"beagle/measure/kieker/logs"
	"beagle/measure/traces"
)

var start = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// log is a text log of our own: two classes, an invalid trace, an unknown
// record class and a broken line.
const (
	logMap = "$0=kieker.common.record.controlflow.OperationExecutionRecord\n$1=my.Own\n"
	logDat = `$0;-1;void shop.Cart.price(int);s;1;1100;1900;h;1;1
$0;-1;void shop.Shop.order(java.util.List);s;1;1000;2000;h;0;0
$0;-1;void shop.Shop.order(java.util.List);s;2;3000;9000;h;0;0
$0;-1;void shop.Cart.price(int);s;3;1100;1900;h;1;1
$0;-1;void shop.Shop.order(java.util.List);s;3;1000;4000;h;0;0
$0;-1;void shop.Cart.price(int);s;4;1100;1900;h;2;1
$1;-1;5
$0;-1;oops
`
)

// shown is a model that has read the log.
func shown(t *testing.T) *model {
	t.Helper()
	m, _ := shownWith(t)
	return m
}

// shownWith also gives the engine, which can go on.
func shownWith(t *testing.T) (*model, *traces.Engine) {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kieker.map"), logMap)
	write(t, filepath.Join(dir, "kieker-20260101-000000000-UTC-001.dat"), logDat)
	engine := traces.NewEngine(traces.Options{})
	live := traces.NewLive(engine, nil)
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: engine.Open, Opened: live.Follow}); err != nil {
		t.Fatal(err)
	}
	m := newModel(live, func() time.Time { return start })
	m.Update(m.ask()())
	m.state.Uptime = 83 * time.Second
	slices.SortFunc(m.state.Rows, func(a, b traces.Row) int { return a.Executions - b.Executions })
	for i := range m.state.Rows {
		m.state.Rows[i].Last = start.Add(-time.Duration(i) * 5 * time.Second)
	}
	for i := range m.state.Sources {
		m.state.Sources[i].Source, m.state.Sources[i].LastRecord = "/logs/shop", start
		m.state.Sources[i].Connected = start.Add(-83 * time.Second)
		m.state.Sources[i].Problems[0].File = "/logs/shop/1.dat"
	}
	m.state.History = []traces.Rate{{Records: 10, Traces: 2}, {Records: 40, Traces: 9}, {Records: 20, Traces: 4}}
	m.arrange()
	return m, engine
}

func press(m *model, keys ...string) *model {
	for _, key := range keys {
		msg := tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
		switch key {
		case "enter":
			msg = tea.KeyPressMsg{Code: tea.KeyEnter}
		case "tab":
			msg = tea.KeyPressMsg{Code: tea.KeyTab}
		case "esc":
			msg = tea.KeyPressMsg{Code: tea.KeyEscape}
		}
		if _, do := m.Update(msg); do != nil && key != "q" {
			m.Update(do())
		}
	}
	return m
}

func TestTheScreenLooksAsItDid(t *testing.T) {
	waiting := func(t *testing.T) *model {
		m := newModel(nil, func() time.Time { return start })
		m.state.Address = "127.0.0.1:10133"
		return m
	}
	scenes := map[string]func(t *testing.T) *model{
		"waiting": waiting,
		"classes": shown,
		"opened":  func(t *testing.T) *model { return press(shown(t), "enter", "j") },
		"invalid": func(t *testing.T) *model { return press(shown(t), "tab") },
		"sources": func(t *testing.T) *model { return press(shown(t), "tab", "tab") },
		"frozen":  func(t *testing.T) *model { return press(shown(t), "f") },
		"filter":  func(t *testing.T) *model { return press(shown(t), "/", "x", "y") },
		"help":    func(t *testing.T) *model { return press(shown(t), "?") },
	}
	for name, scene := range scenes {
		t.Run(name, func(t *testing.T) {
			m := scene(t)
			var pictures strings.Builder
			for _, size := range [][2]int{{80, 24}, {120, 40}, {60, 16}, {38, 9}} {
				m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				picture := ansi.Strip(m.View().Content)
				for line := range strings.Lines(picture) {
					if w := ansi.StringWidth(strings.TrimRight(line, "\n")); w > size[0] {
						t.Errorf("%d cells in %d: %q", w, size[0], line)
					}
				}
				if lines := strings.Count(picture, "\n") + 1; lines > size[1] {
					t.Errorf("%d lines in %d", lines, size[1])
				}
				fmt.Fprintf(&pictures, "%dx%d\n%s\n\n", size[0], size[1], picture)
			}
			golden.RequireEqual(t, pictures.String())
		})
	}
}

func TestFreezingStopsTheDisplayOnly(t *testing.T) {
	m := press(shown(t), "f")
	m.Update(stateMsg{state: traces.State{Counts: traces.Counts{Records: 999}}})
	if m.state.Counts.Records == 999 {
		t.Error("the display went on")
	}
	press(m, "f")
	if m.state.Counts.Records != 999 {
		t.Error("what came meanwhile is lost")
	}
}

func TestWhatIsFrozenIsWhatIsExportedAndOpened(t *testing.T) {
	t.Chdir(t.TempDir())
	m, engine := shownWith(t)
	press(m, "f", "/", "n", "o", "t", "h", "e", "r", "e", "esc")
	before := m.rows[0].Count
	handler := engine.Open("later") // goes on behind the frozen display
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kieker.map"), logMap)
	write(t, filepath.Join(dir, "1.dat"), logDat)
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: func(string) kieker.Handler { return handler }}); err != nil {
		t.Fatal(err)
	}
	press(m, "enter")
	if got := m.opened.class.Count; got != before {
		t.Errorf("%d traces in the opened class, %d on the screen", got, before)
	}
	press(m, "esc", "e")
	found, _ := filepath.Glob("*.json")
	text, err := os.ReadFile(found[0])
	if err != nil || !strings.Contains(string(text), `"records": 6`) {
		t.Errorf("%v: %.200s", err, text)
	}
}

func TestAnExportHoldsWhatTheFilterLeaves(t *testing.T) {
	t.Chdir(t.TempDir())
	press(shown(t), "/", "x", "y", "z", "enter", "e")
	found, _ := filepath.Glob("*.json")
	if text, err := os.ReadFile(found[0]); err != nil || !strings.Contains(string(text), `"classes": []`) {
		t.Errorf("%v: %.200s", err, text)
	}
}

func TestTheFilterFindsInnerCalls(t *testing.T) {
	m := press(shown(t), "/", "P", "r", "i", "c", "e", "enter")
	if len(m.rows) != 1 {
		t.Errorf("%d classes call price", len(m.rows))
	}
}

// Classes that begin alike show where they differ.
func TestClassesShowWhatTellsThemApart(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kieker.map"), logMap)
	write(t, filepath.Join(dir, "1.dat"), `$0;-1;void p.A.x();s;1;3;4;h;2;1
$0;-1;void p.A.get();s;1;2;3;h;1;1
$0;-1;void p.A.all();s;1;1;5;h;0;0
$0;-1;void q.B.y();s;2;3;4;h;2;1
$0;-1;void p.A.get();s;2;2;3;h;1;1
$0;-1;void p.A.all();s;2;1;5;h;0;0
`)
	engine := traces.NewEngine(traces.Options{})
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	m := newModel(traces.NewLive(engine, nil), func() time.Time { return start })
	m.Update(m.ask()())
	var shown []string
	for i := range m.rows {
		shown = append(shown, route(&m.rows[i], m.alike[m.rows[i].Operation].common))
	}
	slices.Sort(shown)
	if want := []string{"A.all … B.y", "A.all … x"}; !slices.Equal(shown, want) {
		t.Errorf("%q, want %q", shown, want)
	}
}

func TestTracesWithoutClassAreSaid(t *testing.T) {
	m := shown(t)
	if strings.Contains(m.frame(), "in no class") {
		t.Error("all traces are in classes")
	}
	m.state.Counts.Unsorted = 41_057
	frame := m.frame()
	if !strings.Contains(frame, "41057 valid traces are counted, but in no class") || strings.Count(frame, "\n") != m.height-1 {
		t.Error(frame)
	}
}

func TestTheFilterIsBounded(t *testing.T) {
	m := press(shown(t), "/")
	m.Update(tea.PasteMsg{Content: strings.Repeat("x", 1<<20)})
	m.Update(tea.PasteMsg{Content: "a\x1b[2J"})
	if m.filter != "" {
		t.Errorf("%.40q", m.filter)
	}
}

func TestEscapeNeverLeaves(t *testing.T) {
	m := press(shown(t), "enter", "esc")
	if m.opened != nil {
		t.Error("esc did not close the class")
	}
	if _, do := m.Update(tea.KeyPressMsg{Code: tea.KeyEscape}); do != nil {
		t.Error("esc on the list does something")
	}
}

func TestTheHelpNamesEveryKeyOnAShortScreen(t *testing.T) {
	m := shown(t)
	m.Update(tea.WindowSizeMsg{Width: 60, Height: 16})
	press(m, "?")
	seen := m.frame()
	press(m, "G")
	seen += m.frame()
	for _, b := range bindings() {
		if !strings.Contains(seen, b.help) {
			t.Errorf("%s (%s) is out of sight", b.show, b.help)
		}
	}
	if press(m, "tab"); m.help || m.page != invalidPage {
		t.Error("tab changes a list that the help hides")
	}
}

func TestWhatIsSeenCanBeExported(t *testing.T) {
	t.Chdir(t.TempDir())
	for keys, pattern := range map[string]string{"": "*.json", "enter": "*.mmd", "tab": "*-invalid.txt"} {
		m := shown(t)
		if keys != "" {
			press(m, keys)
		}
		press(m, "e")
		if found, _ := filepath.Glob(pattern); len(found) != 1 {
			t.Errorf("%q writes no %s: %s", keys, pattern, m.notice)
		}
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRecordsWithoutOperationsAreSaidToMakeNoTraces(t *testing.T) {
	m := shown(t)
	m.state.Rows, m.state.Counts = nil, traces.Counts{Records: 5}
	m.arrange()
	if screen := ansi.Strip(m.frame()); !strings.Contains(screen, "none tells of an operation") {
		t.Error(screen)
	}
	m.state.Counts.Events = 1
	if screen := ansi.Strip(m.frame()); !strings.Contains(screen, "no trace is complete yet") {
		t.Error(screen)
	}
}
