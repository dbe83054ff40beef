package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
)

type events struct {
	to     io.Writer // nil: nobody listens
	closer io.Closer
	stdout bool
	seq    int
	err    error // the first failure to write; later events are dropped
}

type event struct {
	Version  int             `json:"v"`
	Seq      int             `json:"seq"`
	Time     time.Time       `json:"t"`
	Type     string          `json:"type"` // state, progress, proposal, problem, result
	Run      string          `json:"run,omitempty"`
	State    run.State       `json:"state,omitempty"`
	Reason   string          `json:"reason,omitempty"`
	Phase    string          `json:"phase,omitempty"`
	Progress *progress       `json:"progress,omitempty"`
	Element  string          `json:"element,omitempty"`
	Key      model.ElementID `json:"key,omitempty"`
	Samples  int64           `json:"samples,omitempty"`
	Proposal *run.Proposed   `json:"proposal,omitempty"`
	Problem  *model.Problem  `json:"problem,omitempty"`
	Result   *result         `json:"result,omitempty"`
}

type progress struct {
	Elapsed  float64 `json:"elapsed"`  // seconds
	Measured float64 `json:"measured"` // of them, in launches of the program
	Launch   string  `json:"launch,omitempty"`
	Done     int     `json:"launches_done"`
	Planned  int     `json:"launches_planned"`
	Records  int64   `json:"records"`
	Rate     float64 `json:"records_per_second"`
	Lost     int64   `json:"lost"`
	Rounds   int     `json:"rounds"`
	Problems int     `json:"problems"`

	Whole *run.Progress `json:"whole,omitempty"`
	Step  string        `json:"step,omitempty"` // how far an analyser or the judge is
}

func openEvents(a *app.App, name string) (*events, error) {
	switch name {
	case "":
		return &events{}, nil
	case "-":
		return &events{to: a.Out, stdout: true}, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, app.Hinted(fmt.Errorf("--events: %w", err), "Give a file that can be written, or - for standard output.")
	}
	return &events{to: file, closer: file}, nil
}

// send writes an event as one line of JSON; after an error no more.
func (e *events) send(one event) {
	if e.to == nil || e.err != nil {
		return
	}
	e.seq++
	one.Version, one.Seq, one.Time = 1, e.seq, time.Now().UTC()
	e.err = json.NewEncoder(e.to).Encode(one)
}

func (e *events) close() {
	if e.closer != nil {
		_ = e.closer.Close()
	}
}

type watcher struct {
	app      *app.App
	events   *events
	started  bool
	last     run.Snapshot
	progress time.Time // of the last progress event
	told     time.Time // when a person was last told what happens
}

// tellEvery is how often a brief command says what happens.
const tellEvery = 30 * time.Second

func (w *watcher) see(s run.Snapshot) {
	if !w.started || s.State != w.last.State || s.Phase != w.last.Phase {
		w.events.send(event{Type: "state", Run: s.Run, State: s.State, Reason: s.Reason, Phase: s.Phase})
		between := s.LaunchName == "" && s.LaunchesDone < s.LaunchesPlanned // for moments: the next launch says more
		if !w.app.Brief || s.State != w.last.State || !between && time.Since(w.told) >= tellEvery {
			w.told = time.Now()
			w.tell(s)
		}
	}
	moved := s.Step != w.last.Step && time.Since(w.progress) >= time.Second || s.LaunchesDone != w.last.LaunchesDone || s.LaunchName != w.last.LaunchName
	if s.Records != w.last.Records && time.Since(w.progress) >= time.Second || moved || s.State.Ended() {
		w.progress = time.Now()
		w.events.send(event{Type: "progress", Progress: &progress{
			Elapsed: time.Duration(s.Elapsed).Seconds(), Measured: time.Duration(s.Measured).Seconds(), Launch: s.LaunchName, Done: s.LaunchesDone, Planned: s.LaunchesPlanned,
			Records: s.Records, Rate: s.RecordsPerSec, Lost: s.Lost, Rounds: s.Rounds, Problems: len(s.Problems), Whole: s.Progress, Step: s.Step,
		}})
	}
	w.proposals(s)
	var told []model.Problem
	for i := min(len(w.last.Problems), len(s.Problems)); i < len(s.Problems); i++ {
		w.events.send(event{Type: "problem", Problem: &s.Problems[i]})
		if s.State != run.Failed || s.Problems[i].Severity != model.Error { // else it is the command's own error
			told = append(told, s.Problems[i])
		}
	}
	w.app.WarnAll(told)
	w.last, w.started = s, true
}

func (w *watcher) proposals(s run.Snapshot) {
	before := map[model.ElementID]string{}
	for i := range w.last.Elements {
		before[w.last.Elements[i].ID] = bestText(&w.last.Elements[i])
	}
	for i := range s.Elements {
		e := &s.Elements[i]
		if text := bestText(e); text != "" && text != before[e.ID] {
			w.events.send(event{Type: "proposal", Element: e.PCMID, Key: e.ID, Samples: e.Samples, Proposal: e.Best})
		}
	}
}

func bestText(e *run.ElementState) string {
	if e.Best == nil {
		return ""
	}
	return e.Best.Analyser + " " + app.Proposal(e.Best)
}

func (w *watcher) tell(s run.Snapshot) {
	line := string(s.State)
	if s.Phase != "" {
		line += ": " + s.Phase
	}
	if s.State.Ended() && s.State != run.Failed && s.Reason != "" {
		line = string(s.State) + ": " + run.Result(run.VerdictsOf(s.Elements), s.Reason)
	}
	w.app.Say("[%s] %s", quantity.Clock(time.Duration(s.Elapsed)), line)
}
