package home

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model/adapter"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// openScreen asks for the path of a project or model; what begins like it is seen
// below.
type openScreen struct {
	screen.Base
	of     *Home
	form   *form.Form
	path   *form.Field
	asked  int
	found  []candidate
	more   bool // there are more than are shown
	cursor screen.Cursor
	moved  bool // the bar was moved: enter goes there
}

// candidate is a folder or a model that a path may go on to.
type candidate struct {
	path string
	dir  bool
	has  string // what lies in it; empty: nothing that Beagle knows
}

// foundMsg is what begins like the path.
type foundMsg struct {
	of     *openScreen
	number int
	found  []candidate
	more   bool
}

// maxFound is how many candidates are shown, and maxLooked how many names of a
// folder are looked at.
const (
	maxFound  = 50
	maxLooked = 20_000
)

// newOpening asks for a project by its path.
func newOpening(of *Home) *openScreen {
	s := &openScreen{of: of}
	s.path = form.Text("Path", ended(tilde(of.listing.Here.Folder)), "a folder with beagle.yaml, models or Java sources, or a model; tab completes")
	s.form = form.New(s.path)
	return s
}

// ended is a folder's path to which names can be added.
func ended(path string) string { return strings.TrimSuffix(path, "/") + "/" }

func (s *openScreen) Init() tea.Cmd { return s.look() }

// full is the path that was typed, absolute.
func (s *openScreen) full() string {
	typed := s.path.Value()
	if rest, ok := strings.CutPrefix(typed, "~/"); ok {
		if own, err := os.UserHomeDir(); err == nil {
			typed = filepath.Join(own, rest) + strings.Repeat("/", min(1, len(typed)-len(strings.TrimSuffix(typed, "/"))))
		}
	}
	if !filepath.IsAbs(typed) {
		typed = filepath.Join(s.of.listing.Here.Folder, typed) + strings.Repeat("/", min(1, len(typed)-len(strings.TrimSuffix(typed, "/"))))
	}
	return typed
}

// look looks at what lies at a path, beside the screen.
func (s *openScreen) look() tea.Cmd {
	s.asked++
	number, typed := s.asked, s.full()
	return func() tea.Msg {
		found, more := candidates(typed)
		return foundMsg{of: s, number: number, found: found, more: more}
	}
}

// candidates are the folders and models whose paths begin with what was typed.
func candidates(typed string) (found []candidate, more bool) {
	dir, begin := filepath.Split(typed)
	f, err := os.Open(dir)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	entries, _ := f.ReadDir(maxLooked) // of a folder that cannot be read whole, what can be
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		name := e.Name()
		isModel := adapter.Suffix(name) != ""
		hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(begin, ".")
		info, err := os.Stat(filepath.Join(dir, name)) // through links
		if hidden || !strings.HasPrefix(name, begin) || err != nil || !info.IsDir() && !isModel {
			continue
		}
		if len(found) == maxFound {
			return found, true
		}
		c := candidate{path: filepath.Join(dir, name), dir: info.IsDir(), has: "model"}
		if c.dir {
			c.has = inside(c.path)
		}
		found = append(found, c)
	}
	return found, false
}

// inside says what of Beagle's lies in a folder itself.
func inside(dir string) string {
	there := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	models := 0
	for _, suffix := range adapter.Suffixes() {
		found, _ := filepath.Glob(filepath.Join(safe.Pattern(dir), "*"+suffix))
		models += len(found)
	}
	switch {
	case there("beagle.yaml"):
		return "beagle.yaml"
	case models > 0:
		return quantity.Plural(models, "model", "models")
	case there("pom.xml") || there("build.gradle") || there("build.gradle.kts") || there("src/main/java"):
		return "Java sources"
	}
	return ""
}

func (s *openScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, changed := s.form.Update(msg)
		if changed {
			s.moved, s.cursor = false, screen.Cursor{}
			return tea.Batch(cmd, s.look())
		}
		return cmd
	case foundMsg:
		if msg.of == s && msg.number == s.asked {
			s.found, s.more = msg.found, msg.more
			s.cursor.Clamp(len(s.found))
		}
	}
	return nil
}

func (s *openScreen) Typing() bool          { return true }
func (s *openScreen) Scopes() []*keys.Scope { return []*keys.Scope{keys.Opening, keys.Everywhere} }

func (s *openScreen) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Complete, keys.Down, keys.Back, keys.Help}
}

func (s *openScreen) Off(action keys.Action) string {
	switch action {
	case keys.Enter:
		if _, err := os.Stat(s.target()); err != nil {
			return "not found"
		}
	case keys.Complete, keys.Up, keys.Down:
		if len(s.found) == 0 {
			return "no match for this path"
		}
	default: // everything else can be done at any time
	}
	return ""
}

func (s *openScreen) target() string {
	if s.moved && s.cursor.At < len(s.found) {
		return s.found[s.cursor.At].path
	}
	return filepath.Clean(s.full())
}

func (s *openScreen) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		return tea.Batch(s.of.env.Go(screen.Close{}), s.of.going("opening the project", s.of.opt.Open(s.target())))
	case keys.Complete:
		return s.complete()
	case keys.Back:
		return s.of.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return screen.Send(screen.Quit{})
	default:
		if !s.moved && (action == keys.Down || action == keys.Up) {
			s.moved = true // the bar appears on the first row
		} else if s.cursor.Move(action, len(s.found)) {
			s.moved = true
		}
	}
	return nil
}

// complete writes as much as is sure; with the bar moved, the path that it is on.
func (s *openScreen) complete() tea.Cmd {
	sure := s.found[0].path
	if s.moved {
		sure = s.found[s.cursor.At].path
	} else {
		for _, c := range s.found[1:] {
			for !strings.HasPrefix(c.path, sure) {
				sure = sure[:len(sure)-1]
			}
		}
	}
	if i := slices.IndexFunc(s.found, func(c candidate) bool { return c.path == sure && c.dir }); i >= 0 && (s.moved || len(s.found) == 1) {
		sure = ended(sure)
	}
	s.path.Set(tilde(sure))
	s.moved, s.cursor = false, screen.Cursor{}
	return s.look()
}

func (s *openScreen) Title() (left, right string) { return "Open a project", "" }

func (s *openScreen) Body(width, height int) []string {
	th := s.of.env.Theme
	lines := append([]string{""}, s.form.Draw(th, width)...)
	lines = append(lines, "")
	if len(s.found) == 0 {
		return text.Pad(append(lines, th.Muted.Render("  No folder or model starts with this.")), height)
	}
	from, to := s.cursor.Window(len(s.found), max(1, height-len(lines)-1))
	for i := from; i < to; i++ {
		c := &s.found[i]
		name := filepath.Base(c.path)
		if c.dir {
			name += "/"
		}
		lines = append(lines, th.Row(text.Between(" "+text.Safe(name), c.has, width-1), width, s.moved && i == s.cursor.At, th.Plain))
	}
	if s.more {
		lines = append(lines, th.Muted.Render("  and more; type on"))
	}
	return text.Pad(lines, height)
}

// Where says which row is chosen.
func (s *openScreen) Where() string { return s.cursor.Where() }
