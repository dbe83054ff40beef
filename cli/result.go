package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

// result is what "beagle run --output json" prints. Its names are a contract
// with other programs: add, never rename.
type result struct {
	Version  int                `json:"version"`
	Run      string             `json:"run"`
	State    run.State          `json:"state"`
	Reason   string             `json:"reason"`
	Model    string             `json:"model"`
	Written  string             `json:"written,omitempty"`
	Backup   string             `json:"backup,omitempty"` // what stood there before
	Diff     string             `json:"diff,omitempty"`   // with --dry-run: what would be written
	Times    times              `json:"times"`
	Elements []app.Element      `json:"elements"`
	Services []run.ServiceTotal `json:"services,omitempty"` // demands that were predicted, summed over each service
	// Extensions is how the proposals of extensions fared.
	Extensions []app.Added `json:"extensions,omitempty"`
	// Precision is what launches say of the demands, and what was on the machine.
	Precision *run.Precision `json:"precision,omitempty"`
	// Validation is how the learnt model predicts launches that did not teach it.
	Validation *run.Validation `json:"validation,omitempty"`
	Problems   []model.Problem `json:"problems"`
}

// times are in seconds. Elapsed is without pauses; measured, the part of it in
// which the measured program was running.
type times struct {
	Elapsed  run.Duration `json:"elapsed"`
	Measured run.Duration `json:"measured"`
	Paused   run.Duration `json:"paused"`
}

func newResult(s run.Snapshot, written string) result {
	r := result{
		Version: 1, Run: s.Run, State: s.State, Reason: s.Reason, Model: safe.Shown(s.Model),
		Times:    times{s.Elapsed, s.Measured, s.Paused},
		Elements: make([]app.Element, 0, len(s.Elements)), Precision: s.Precision, Validation: s.Validation, Problems: s.Problems,
	}
	if written != "" {
		r.Written = safe.Shown(written)
	}
	if r.Problems == nil {
		r.Problems = []model.Problem{}
	}
	for i := range s.Elements {
		r.Elements = append(r.Elements, app.Of(&s.Elements[i]))
	}
	r.Services = run.ServiceTotals(s.Elements)
	r.Extensions = app.AddedTo(r.Elements)
	return r
}

// examine adds how well the first proposals stand examination, element by
// element until the time is over: it is a help, and nobody should wait long.
func (r *result) examine(ctx context.Context, analysis run.Run) {
	const within = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for i := range r.Elements {
		if e := &r.Elements[i]; e.Final != nil && ctx.Err() == nil {
			if detail, err := analysis.Detail(ctx, e.Key, run.Aspect{}); err == nil {
				e.Evidence = detail.Evidence
			}
		}
	}
}

func (r *result) left() []app.Element {
	var all []app.Element
	for _, e := range r.Elements {
		if e.Below != "" && e.Final != nil {
			all = append(all, e)
		}
	}
	return all
}

// enough is how many observations of a demand are not too few to learn from.
const enough = 5

// demands says how many demands are written, and why the others are not; empty: all are.
func (r *result) demands() string {
	all, never, few, none, below, means := 0, 0, 0, 0, 0, 0
	for i := range r.Elements {
		e := &r.Elements[i]
		if e.Kind != model.InternalAction {
			continue
		}
		all++
		if e.MeasuredMean != nil {
			means++
		}
		switch {
		case e.Samples == 0:
			never++
		case e.Samples < enough && (e.Final == nil || e.Below != ""):
			few++
		case e.Final == nil:
			none++
		case e.Below != "":
			below++
		}
	}
	left := never + few + none + below
	if left == 0 {
		return ""
	}
	var why []string
	add := func(n int, what string) {
		if n > 0 {
			why = append(why, quantity.Count(int64(n))+" "+what)
		}
	}
	add(never, "ran in no launch")
	add(few, "ran less than 5 times, which is too few")
	add(none, "ran, and nothing could be learnt of them")
	add(below, "are below the asked quality")
	if means > 0 {
		written := quantity.Plural(means, "is written as its measured mean, which is a constant", "are written as their measured means, which are constants")
		return fmt.Sprintf("%s of %s learnt and written, %s: %s", quantity.Count(int64(all-left)), quantity.Plural(all, "demand is", "demands are"), written, strings.Join(why, ", "))
	}
	return fmt.Sprintf("%s of %s known and written: %s", quantity.Count(int64(all-left)), quantity.Plural(all, "demand is", "demands are"), strings.Join(why, ", "))
}

func (r *result) missing() []app.Element {
	var all []app.Element
	for _, e := range r.Elements {
		if e.Final == nil {
			all = append(all, e)
		}
	}
	return all
}
