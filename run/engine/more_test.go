package engine

import (
	"context"
	"slices"
	"sync"
	"testing"

	"beagle/blackboard"
	"beagle/judge"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/internal/fake"
)

// unsure is a judge that asks for a place once before it decides.
type unsure struct{ final judge.Judge }

func (u unsure) Judge(ctx context.Context, view judge.View) (judge.Ruling, error) {
	ruling, err := u.final.Judge(ctx, view)
	var asked blackboard.Asked
	if err := view.State(blackboard.AskedKey, &asked); err != nil {
		return ruling, err
	}
	if asked.Rounds > 0 || err != nil {
		return ruling, err
	}
	id := view.Elements()[0].ID
	ruling.Finished, ruling.Measure = false, []model.ElementID{id}
	ruling.Asked = blackboard.Asked{Rounds: 1, Where: map[model.ElementID][]blackboard.Assigned{
		id: {{Variable: model.Variable{Name: "n", Char: model.ValueOf}, Value: 50}},
	}}
	return ruling, nil
}

// noting is the program, which notes how it was launched.
type noting struct {
	fake.Program
	mu       sync.Mutex
	launched []string
}

func (p *noting) Prepare(ctx context.Context, order measure.Order) (measure.Preparation, error) {
	_, err := p.Program.Prepare(ctx, order)
	return p, err
}

func (p *noting) Launch(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	p.mu.Lock()
	p.launched = append(p.launched, l.Command[1])
	p.mu.Unlock()
	return p.Program.Launch(ctx, l, number, sink)
}

func TestWhatTheJudgeAsksForIsMeasured(t *testing.T) {
	p := fake.Project(t)
	p.Config.Launch = []measure.Launch{{Name: "n", Command: []string{"true", "{n}"}, Vary: map[string][]string{"n": {"10", "20", "30"}}}}
	program := &noting{}
	tools := fakeTools(t, program)
	tools.judge = unsure{final: tools.judge}
	l := begin("test", p, blackboard.New(p.Chosen, p.Config.Seed, nil), tools, 0).start(t.Context())
	t.Cleanup(func() { _ = l.Close() })
	s := fake.Wait(t, l)
	if s.State != run.Finished || s.Rounds != 2 {
		t.Errorf("%s after %d rounds: %s", s.State, s.Rounds, s.Reason)
	}
	if len(program.launched) != 4 || !slices.Equal(program.launched[:3], []string{"10", "20", "30"}) {
		t.Errorf("launched with %q, want all three and one more", program.launched)
	}
}
