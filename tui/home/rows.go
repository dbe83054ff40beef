package home

import (
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/run/draft"
	"beagle/run/folder"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// kind is what a row stands for.
type kind uint8

const (
	nothing kind = iota
	here
	drafted
	tour
	opening
	analysis
	project
)

// row is one line of the list.
type row struct {
	kind  kind
	key   string // which row it is, over listings
	path  string // of a project: what is opened
	info  *folder.Info
	draft *draft.Draft
	runs  int  // of a project
	waits bool // the newest run of the folder, with which there is something to do
}

func (r *row) does() string {
	switch r.kind {
	case here, project:
		return "set up"
	case drafted:
		return "continue"
	case tour:
		return "take the tour"
	case opening:
		return "open a project"
	case analysis:
		switch {
		case !r.info.State.Ended():
			return "attach"
		case r.info.State == run.Finished:
			return "review"
		case r.info.Reason == folder.Interrupted:
			return "show, u resumes"
		default:
			return "show"
		}
	case nothing:
	}
	return "open"
}

// list is the rows that the filter lets through, and the bar on one of them.
type list struct {
	rows   []row
	chosen string // key of the row with the bar, kept over listings
	screen.List
}

// maxProjects is how many projects are listed: those of the latest runs.
const maxProjects = 12

// arrange makes the rows of what was listed; the bar stays on its row. The tour may
// be offered.
func (s *list) arrange(l *Listing, touring bool) {
	s.rows = s.rows[:0]
	s.Filter.All = 0
	add := func(r row, said ...string) {
		s.Filter.All++
		if text.Contains(s.Filter.Text, append(said, r.path)...) {
			s.rows = append(s.rows, r)
		}
	}
	// What enter does at once concerns the folder in which a person stands: drafts of others
	// come behind.
	drafts := func(ofHere bool) {
		for i := range l.Drafts {
			d := &l.Drafts[i]
			if (d.Project == l.Here.Folder) != ofHere {
				continue
			}
			path := d.Project
			if d.Named != "" {
				path = d.Named
			}
			add(row{kind: drafted, key: "draft " + path, path: path, draft: d}, "draft", d.Config.Model)
		}
	}
	counts := map[string]int{}
	waiting := folder.Waiting(l.Runs, l.Here.Folder)
	runs := func(which func(*folder.Info) bool) {
		for i := range l.Runs {
			if info := &l.Runs[i]; which(info) {
				counts[info.Project]++
				add(row{kind: analysis, key: info.ID, info: info, waits: info == waiting}, info.ID, string(info.State), info.Model, info.Reason)
			}
		}
	}
	runs(func(i *folder.Info) bool { return i == waiting }) // whoever comes back comes for this one
	runs(func(i *folder.Info) bool { return i != waiting && i.Live })
	drafts(true)
	add(row{kind: here, key: "here", path: l.Here.Folder}, "set up here")
	add(row{kind: opening, key: "open"}, "open a project")
	if touring {
		add(row{kind: tour, key: "tour"}, "guided tour demo example")
	}
	drafts(false)
	runs(func(i *folder.Info) bool { return i != waiting && !i.Live })
	var seen []string
	for i := range l.Runs {
		dir := l.Runs[i].Project
		if dir == "" || dir == l.Here.Folder || slices.Contains(seen, dir) || len(seen) == maxProjects {
			continue
		}
		seen = append(seen, dir)
		add(row{kind: project, key: "project " + dir, path: dir, runs: counts[dir]}, "project")
	}
	s.Filter.Shown = len(s.rows)
	s.Cursor.Clamp(len(s.rows))
	if at := slices.IndexFunc(s.rows, func(r row) bool { return r.key == s.chosen }); at >= 0 {
		s.Cursor.At = at
	}
}

func (s *list) row() *row {
	if s.Cursor.At < 0 || s.Cursor.At >= len(s.rows) {
		return &row{}
	}
	return &s.rows[s.Cursor.At]
}

// run is the chosen run; nil: another row is chosen.
func (s *list) run() *folder.Info { return s.row().info }

// headings are what stands above the first row of a kind; none while a filter
// mixes them.
func (s *list) headings() map[int]string {
	found := map[int]string{}
	was, began := "", false
	for i := range s.rows {
		k := s.rows[i].kind
		word := map[kind]string{drafted: "Not finished", here: "Start", analysis: "Runs", project: "Projects"}[k]
		switch began = began || k == here; {
		case k == drafted && began:
			word = "Not finished elsewhere"
		case k == analysis && s.rows[i].waits:
			word = "Continue here"
		case k == analysis && s.rows[i].info.Live:
			word = "Running"
		}
		if word != "" && word != was {
			found[i], was = word, word
		}
	}
	return found
}

// Has says what lies in the folder.
func (p *Place) Has() string {
	switch {
	case p.Settings:
		return "beagle.yaml"
	case p.Models > 0:
		return quantity.Plural(p.Models, "model", "models") + ", no beagle.yaml yet"
	case p.Sources:
		return "Java sources, no Palladio model"
	default:
		return "no Palladio model, no Java sources"
	}
}

func (r *row) name() string {
	switch r.kind {
	case here:
		return "Set up an analysis here"
	case opening:
		return "Open a project…"
	case tour:
		return "Guided tour of the example"
	case analysis:
		if r.info.Model == "" {
			return quantity.None
		}
		name := base(r.info.Model)
		if in := filepath.Base(r.info.Project); r.info.Project != "" && in != name { // copies of a project have models of one name
			name = in + "/" + name
		}
		return name
	case drafted:
		if r.draft.Started != "" {
			return "Settings of " + base(r.path) + ", not saved"
		}
		return "Continue " + base(r.path)
	case project, nothing:
	}
	return filepath.Base(r.path)
}

// result counts the verdicts of a run; empty: they are not known.
func (r *row) result() string {
	if r.info.Result == nil {
		return ""
	}
	return words.Verdicts(r.info.Result.Verdicts)
}

// runColumns are those of exported runs.
var runColumns = []string{"run", "state", "began", "seconds", "model", "why"}

// table is the runs that are shown, as they are exported.
func (s *list) table() (rows [][]string) {
	for i := range s.rows {
		info := s.rows[i].info
		if info == nil {
			continue
		}
		began := ""
		if !info.Created.IsZero() {
			began = info.Created.Format(time.RFC3339)
		}
		rows = append(rows, []string{info.ID, string(info.State), began, strconv.FormatFloat(time.Duration(info.Elapsed).Seconds(), 'f', 1, 64), info.Model, info.Reason})
	}
	return rows
}
