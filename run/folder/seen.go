package folder

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/run"
)

// Seen is how far a run was when a person looked at it last.
type Seen struct {
	At       time.Time `json:"at"`
	Launches int       `json:"launches"` // that had ended
	Learnt   int       `json:"learnt"`   // elements that had an expression
	Problems int       `json:"problems"`
	Ended    bool      `json:"ended,omitempty"` // so was the run
}

// SeenIn is what a person sees in a snapshot.
func SeenIn(s *run.Snapshot, at time.Time) Seen {
	seen := Seen{At: at, Launches: s.LaunchesDone, Problems: len(s.Problems), Ended: s.State.Ended()}
	for i := range s.Elements {
		if s.Elements[i].Best != nil {
			seen.Learnt++
		}
	}
	return seen
}

const seenFile = "seen.json"

const maxSeen = 4096

// Since is what went on since a person looked last, in words; nil: nothing did.
func (s Seen) Since(before Seen, state run.State) (news []string) {
	if s.Ended && !before.Ended {
		word := string(state)
		if state == run.Aborted {
			word = "was aborted"
		}
		news = append(news, "the analysis "+word)
	}
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{s.Launches - before.Launches, "launch", "launches"},
		{s.Learnt - before.Learnt, "more element with an expression", "more elements with an expression"},
		{s.Problems - before.Problems, "problem", "problems"},
	} {
		if part.n > 0 {
			news = append(news, quantity.Plural(part.n, part.one, part.many))
		}
	}
	return news
}

// SeenOf is what was kept of a run; the zero value: nothing was.
func SeenOf(id string) (seen Seen) {
	f, err := Find(id)
	if err != nil {
		return seen
	}
	return f.seen()
}

func (f Folder) seen() (seen Seen) {
	if !f.kept(seenFile, maxSeen, &seen) {
		return Seen{}
	}
	return seen
}

// Saw keeps with a run how far it was seen. A run whose folder is gone or full loses nothing else by that.
func Saw(id string, s Seen) {
	f, err := Find(id)
	if err != nil {
		return
	}
	f.keep(seenFile, s)
}

func (f Folder) kept(file string, most int64, to any) bool {
	data, err := safe.ReadFile(f.Path(file), most)
	return err == nil && json.Unmarshal(data, to) == nil
}

// keep writes a JSON file into the folder. Errors are ignored: a run does not need these files.
func (f Folder) keep(file string, what any) {
	if data, err := json.Marshal(what); err == nil {
		_ = os.WriteFile(f.Path(file), data, 0o600)
	}
}

// Printed is what the build and the launches of a run wrote, that which was written last at the end.
func Printed(id string) ([]run.Printed, error) {
	f, err := Find(id)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(f.Work(), "*.log"))
	if err != nil {
		return nil, err
	}
	var all []run.Printed
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		all = append(all, run.Printed{Name: strings.TrimSuffix(filepath.Base(file), ".log"), File: file, Size: info.Size(), Changed: info.ModTime()})
	}
	slices.SortStableFunc(all, func(a, b run.Printed) int {
		return cmp.Or(a.Changed.Compare(b.Changed), cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return all, nil
}
