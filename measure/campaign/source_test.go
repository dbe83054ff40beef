package campaign

import (
	"context"
	"slices"
	"testing"

	"beagle/measure"
	"beagle/model"
)

type watched struct{ sources []measure.Source }

func (w *watched) Launch(context.Context, measure.Launch, int32, measure.Sink) (measure.LaunchReport, error) {
	return measure.LaunchReport{}, nil
}
func (w *watched) Notes() []model.Problem    { return nil }
func (w *watched) Close() error              { return nil }
func (w *watched) Sources() []measure.Source { return w.sources }

// While the next program has not connected yet, people go on seeing how the
// connection before ended.
func TestSourcesOfTheLaunchBeforeStayUntilTheNextOnesConnect(t *testing.T) {
	c := &Controller{}
	names := func() (all []string) {
		for _, s := range c.Sources() {
			all = append(all, s.Name)
		}
		return all
	}
	if got := names(); got != nil {
		t.Errorf("before anything was prepared: %q", got)
	}
	tool := &watched{}
	c.program = &program{Preparation: tool}
	for _, step := range []struct{ connected, shown []string }{
		{nil, nil},
		{[]string{"first"}, []string{"first"}},
		{nil, []string{"first"}},
		{[]string{"second", "third"}, []string{"second", "third"}},
	} {
		tool.sources = nil
		for _, name := range step.connected {
			tool.sources = append(tool.sources, measure.Source{Name: name})
		}
		if got := names(); !slices.Equal(got, step.shown) {
			t.Errorf("connected %q: %q are shown, not %q", step.connected, got, step.shown)
		}
	}
}
