package recorded

import (
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

// Measurer contributes what recorded logs tell, in place of the measurement
// controller: one step reads all logs. What it read lies on the blackboard, so
// that an analysis that goes on does not count anything twice.
type Measurer struct {
	Paths   []string
	Entries map[string]model.Section // linked methods of services, by SEFF id
	Model   []model.Element          // every element of the model
	Timeout *measure.Timeout         // may be nil

	mu       sync.Mutex
	progress campaign.Progress
}

// Step reads the logs. Logs that tell of none of the elements are an error.
func (m *Measurer) Step(ctx context.Context, view *blackboard.Contribution) error {
	at := campaign.StateOf(view)
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

func (m *Measurer) read(ctx context.Context, wanted []model.Element, at *campaign.State, view *blackboard.Contribution) error {
	m.say(campaign.Progress{Phase: "reading recorded logs", Events: at.Events, Lost: at.Lost})
	learnt, err := Read(ctx, Source{Paths: m.Paths, Elements: wanted, Entries: m.Entries, Model: m.Model})
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if learnt.Used == 0 {
		return silent(&learnt)
	}
	at.Events += learnt.Records
	for _, r := range learnt.Sources {
		at.Lost += r.Broken
	}
	for _, e := range wanted {
		observations := learnt.Observations[e.ID]
		view.AddResults(e.ID, observations)
		view.Observed(e.ID, learnt.Seen[e.ID]-int64(len(observations)))
		if learnt.Seen[e.ID] == 0 {
			view.Problem(model.Problem{
				Severity: model.Warning, Rule: "unrecorded", Element: e.ID, Name: e.Name,
				Message: "no record of the logs tells of it, so nothing was learnt", Hint: "measure it: beagle run without logs",
			})
		}
		at.Read = append(at.Read, e.ID)
	}
	view.Problem(learnt.Problems...)
	m.say(campaign.Progress{Events: at.Events, Lost: at.Lost})
	if m.Timeout != nil {
		m.Timeout.Progress(time.Now())
	}
	return nil
}

// silent says that logs tell nothing, and what would.
func silent(learnt *Learnt) error {
	p := model.Problem{
		Severity: model.Error, Rule: "logs",
		Message: fmt.Sprintf("the recorded logs hold %d records, but none tells of an element of the model", learnt.Records),
		Hint: "records of CIPM must name the model's ids; operations must be those that the links name, and their SEFFs have one internal action; " +
			"beagle traces shows what a log holds",
	}
	if learnt.Orphans > 0 {
		p.Hint = fmt.Sprintf("%d records belong to service calls that were not recorded; record ServiceCallRecord, too", learnt.Orphans)
	}
	if learnt.Records == 0 && len(learnt.Problems) > 0 {
		p.Message += "; first, " + learnt.Problems[0].Error()
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
