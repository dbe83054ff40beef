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

	"beagle/traces"
	"beagle/traces/kieker"
	"beagle/traces/kieker/logs"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
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

func newScreen(t *testing.T, live *traces.Live) *Screen {
	t.Helper()
	th := theme.New(true, false)
	return New(&screen.Env{Ctx: t.Context(), Theme: &th, Now: func() time.Time { return start }, Go: func(tea.Msg) tea.Cmd { return nil }}, live)
}

// shown is a screen that has read the log.
func shown(t *testing.T) *Screen {
	t.Helper()
	m, _ := shownWith(t)
	return m
}

// reading is the screen of the logs in a folder, which are read.
func reading(t *testing.T, dir string) (*Screen, *traces.Engine) {
	t.Helper()
	engine := traces.NewEngine(traces.Options{})
	live := traces.NewLive(engine, nil)
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: engine.Open, Opened: live.Follow}); err != nil {
		t.Fatal(err)
	}
	m := newScreen(t, live)
	m.Update(m.ask()())
	return m, engine
}

// shownWith also gives the engine, which can go on.
func shownWith(t *testing.T) (*Screen, *traces.Engine) {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kieker.map"), logMap)
	write(t, filepath.Join(dir, "kieker-20260101-000000000-UTC-001.dat"), logDat)
	m, engine := reading(t, dir)
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
	m.classes.arrange(&m.seen)
	return m, engine
}

// press presses keys as the router would, and plays the commands that come of
// them; it gives the last notice.
func press(m *Screen, names ...string) (notice string) {
	for _, name := range names {
		var do tea.Cmd
		if b, ok := keys.Find(m.Scopes(), name); ok && !(m.Typing() && keys.Text(name)) {
			do = m.Act(b.Action)
		} else {
			do = m.Update(tea.KeyPressMsg{Code: []rune(name)[0], Text: name})
		}
		if do == nil {
			continue
		}
		msg := do()
		if said, ok := msg.(screen.Notice); ok {
			notice = said.Text
		}
		m.Update(msg)
	}
	return notice
}

// drawn is the body of the screen without styles.
func drawn(m *Screen) string { return ansi.Strip(strings.Join(m.Body(78, 20), "\n")) }

func TestFreezingStopsTheDisplayOnly(t *testing.T) {
	m := shown(t)
	press(m, "f")
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
	before := m.classes.rows[0].Count
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
	m := shown(t)
	press(m, "/", "P", "r", "i", "c", "e", "enter")
	if len(m.classes.rows) != 1 {
		t.Errorf("%d classes call price", len(m.classes.rows))
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
	m := newScreen(t, traces.NewLive(engine, nil))
	m.Update(m.ask()())
	var shown []string
	for i := range m.classes.rows {
		shown = append(shown, route(&m.classes.rows[i], m.classes.alike[m.classes.rows[i].Operation].common))
	}
	slices.Sort(shown)
	if want := []string{"A.all … B.y", "A.all … x"}; !slices.Equal(shown, want) {
		t.Errorf("%q, want %q", shown, want)
	}
}

func TestTracesWithoutClassAreSaid(t *testing.T) {
	m := shown(t)
	if strings.Contains(drawn(m), "in no class") {
		t.Error("all traces are in classes")
	}
	m.state.Counts.Unsorted = 41_057
	frame := drawn(m)
	if !strings.Contains(frame, "41057 valid traces are counted, but in no class") || strings.Count(frame, "\n") != 19 {
		t.Error(frame)
	}
}

func TestTheFilterIsBounded(t *testing.T) {
	m := shown(t)
	press(m, "/")
	m.Update(tea.PasteMsg{Content: strings.Repeat("x", 1<<20)})
	m.Update(tea.PasteMsg{Content: "a\x1b[2J"})
	if len([]rune(m.filter.Text)) > 200 || strings.Contains(m.filter.Text, "\x1b") {
		t.Errorf("%.40q", m.filter.Text)
	}
}

func TestEscapeNeverLeaves(t *testing.T) {
	m := shown(t)
	press(m, "enter", "esc")
	if m.opened != nil {
		t.Error("esc did not close the class")
	}
	if do := m.Act(keys.Back); do != nil {
		t.Error("esc on the list does something")
	}
}

func TestWhatIsSeenCanBeExported(t *testing.T) {
	t.Chdir(t.TempDir())
	for first, pattern := range map[string]string{"": "*.json", "enter": "*.mmd", "tab": "*-invalid.txt"} {
		m := shown(t)
		if first != "" {
			press(m, first)
		}
		notice := press(m, "e")
		if found, _ := filepath.Glob(pattern); len(found) != 1 {
			t.Errorf("%q writes no %s: %s", first, pattern, notice)
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
	m.classes.arrange(&m.seen)
	if screen := drawn(m); !strings.Contains(screen, "none tells of an operation") {
		t.Error(screen)
	}
	m.state.Counts.Events = 1
	if screen := drawn(m); !strings.Contains(screen, "no trace is complete yet") {
		t.Error(screen)
	}
}

func TestWhileNothingCameTheScreenSaysHowToConnect(t *testing.T) {
	m := newScreen(t, nil)
	m.state.Address = "127.0.0.1:10133"
	for _, want := range []string{"Waiting for a program", "SingleSocketTcpWriter.hostname=127.0.0.1", "SingleSocketTcpWriter.port=10133"} {
		if !strings.Contains(drawn(m), want) {
			t.Errorf("%q is missing:\n%s", want, drawn(m))
		}
	}
	m.state.Clustered, m.state.Address = true, "nats://hub:4222" // programs send to agents then
	if seen := drawn(m); !strings.Contains(seen, "No agent has sent traces yet") || strings.Contains(seen, "SocketTcpWriter") {
		t.Errorf("of machines it says:\n%s", seen)
	}
}

// Traces of a cluster differ by where they ran; a list that does not say so has rows that look the same.
func TestClassesOfTheSameCallsAreToldApartByTheirHosts(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kieker.map"), logMap)
	write(t, filepath.Join(dir, "kieker-20260101-000000000-UTC-001.dat"), logDat+"$0;-1;void shop.Shop.order(java.util.List);s;9;3000;9000;elsewhere;0;0\n")
	m, _ := reading(t, dir)
	m.classes.arrange(&m.seen)
	if screen := drawn(m); !strings.Contains(screen, "  elsewhere: Shop.order(..)") || !strings.Contains(screen, "  h: Shop.order(..)") {
		t.Error(screen)
	}
}

// Calls that come after those of a neighbour stand in its line again, each as wide as its time.
func TestTheTimeOfAClassIsDrawnCallBelowCall(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kieker.map"), logMap)
	var log strings.Builder
	for trace := 1; trace <= 3; trace++ { // order calls price, which calls tax twice, and then stock, which calls tax
		for at, call := range []struct {
			name     string
			from, to int
			depth    int
		}{{"Shop.order", 0, 1000, 0}, {"Cart.price", 0, 400, 1}, {"Cart.tax", 0, 100, 2}, {"Cart.tax", 100, 300, 2}, {"Shop.stock", 500, 1000, 1}, {"Cart.tax", 500, 600, 2}} {
			fmt.Fprintf(&log, "$0;-1;void shop.%s();s;%d;%d;%d;h;%d;%d\n", call.name, trace, 10000+call.from, 10000+call.to, at, call.depth)
		}
	}
	write(t, filepath.Join(dir, "kieker-20260101-000000000-UTC-001.dat"), log.String())
	m, _ := reading(t, dir)
	m.Update(m.ask()()) // the class that is chosen by now
	screen := strings.Split(drawn(m), "\n")
	at := slices.IndexFunc(screen, func(line string) bool { return strings.Contains(line, "mean time of 3 traces") })
	if at < 0 || at+3 >= len(screen) {
		t.Fatalf("there is no picture:\n%s", strings.Join(screen, "\n"))
	}
	for row, want := range []string{"▏Shop.order() 1 µs", "▏Cart.price() 400 ns", "▏Cart.t"} {
		if got := screen[at+1+row]; !strings.HasPrefix(got, want) {
			t.Errorf("line %d is %q, not %q", row, got, want)
		}
	}
	if stock := strings.Index(screen[at+2], "▏Shop.stock()"); len([]rune(screen[at+2][:max(0, stock)])) < 30 || strings.Count(screen[at+3], "▏") != 3 {
		t.Errorf("stock begins where price ends:\n%s", strings.Join(screen[at:at+4], "\n"))
	}
}
