package recorded

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
)

// Measurer contributes what recorded logs tell, in place of the measurement controller: one step reads all logs.
type Measurer struct {
	Source                   // what is read; each step says which elements it wants
	Timeout *measure.Timeout // may be nil

	mu       sync.Mutex
	progress campaign.Progress
}

// Step reads the logs. Logs that tell of none of the elements are an error.
func (m *Measurer) Step(ctx context.Context, view blackboard.MeasurementView) error {
	at, err := campaign.StateIn(view)
	if err != nil {
		return err
	}
	var wanted []model.Element
	for _, e := range view.Elements() {
		if slices.Contains(view.ToMeasure(), e.ID) && !slices.Contains(at.Read, e.ID) {
			wanted = append(wanted, e)
		}
	}
	if len(wanted) > 0 {
		if err := m.read(ctx, wanted, &at, view); err != nil {
			return err
		}
	}
	view.Measured(view.ToMeasure()...)
	return at.Keep(view)
}

// read reads the logs for the wanted elements and contributes what they tell.
func (m *Measurer) read(ctx context.Context, wanted []model.Element, at *campaign.State, view blackboard.MeasurementView) error {
	m.say(campaign.Progress{Phase: "reading recorded logs"})
	from := m.Source
	from.Elements = wanted
	learnt, err := Read(ctx, from)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := learnt.Silent(); err != nil {
		return err
	}
	at.Events += learnt.Records
	for _, r := range learnt.Sources {
		at.Lost += r.Broken
	}
	for _, e := range wanted {
		observations := learnt.Observations[e.ID]
		view.AddResults(e.ID, observations)
		view.Observed(e.ID, learnt.Seen[e.ID]-int64(len(observations)))
		at.Read = append(at.Read, e.ID)
	}
	view.Problem(learnt.Unrecorded(wanted)...)
	view.Problem(learnt.Problems...)
	m.say(campaign.Progress{})
	if m.Timeout != nil {
		m.Timeout.Progress(time.Now())
	}
	return nil
}

// Unrecorded are the wanted elements of which no record tells.
func (learnt *Learnt) Unrecorded(wanted []model.Element) (problems []model.Problem) {
	for _, e := range wanted {
		if learnt.Seen[e.ID] == 0 {
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "unrecorded", Element: e.ID, Name: e.Name,
				Message: "no record of the logs tells of it, so nothing can be learnt", Hint: "measure it: beagle run without logs",
			})
		}
	}
	return problems
}

// Silent is an error where logs tell nothing, which says what would.
func (learnt *Learnt) Silent() error {
	if learnt.Used > 0 {
		return nil
	}
	p := model.Problem{
		Severity: model.Error, Rule: "logs",
		Message: fmt.Sprintf("the recorded logs hold %d records, but none tells of an element of the model", learnt.Records),
		Hint: "records of CIPM must name the model's ids; operations must be those that the links name, and their SEFFs have one internal action; " +
			"beagle traces shows what a log holds",
	}
	if learnt.Orphans > 0 {
		p.Hint = fmt.Sprintf("%d records belong to service calls that were not recorded; record ServiceCallRecord, too", learnt.Orphans)
	}
	if at := slices.IndexFunc(learnt.Problems, func(p model.Problem) bool { return p.Rule == namesRule }); at >= 0 {
		p.Message += ": " + learnt.Problems[at].Message
		p.Hint = learnt.Problems[at].Hint
	}
	if learnt.Records == 0 && len(learnt.Problems) > 0 {
		p.Message += "; first, " + learnt.Problems[0].Error()
		p.Hint = cmp.Or(learnt.Problems[0].Hint, p.Hint)
	}
	return p
}

// Progress is where the reading stands now.
func (m *Measurer) Progress() campaign.Progress {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.progress
}

// Spent is zero: nothing is launched.
func (m *Measurer) Spent() time.Duration { return 0 }

// Sources is nil: nothing is connected.
func (m *Measurer) Sources() []measure.Source { return nil }

// Observed is nil: observations arrive in one piece.
func (m *Measurer) Observed() map[model.ElementID]int64 { return nil }

// Close has nothing to let go of.
func (m *Measurer) Close() error { return nil }

func (m *Measurer) say(p campaign.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.progress = p
}
