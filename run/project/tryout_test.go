package project_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/measure/launch"
	"beagle/run"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

func TestTryingALaunchOutNeedsAModel(t *testing.T) {
	before := project.NewTool
	defer func() { project.NewTool = before }()
	project.NewTool = func(run.Config, string, io.Writer, launch.Elsewhere) (measure.Tool, error) {
		return &fake.Program{}, nil
	}
	if _, err := project.TryOut(context.Background(), run.Config{Model: "/no/such.repository"}, measure.Launch{Name: "a"}); err == nil {
		t.Error("a missing model is not said")
	}
}

// silent is a program that ends well and does nothing that is measured.
type silent struct{ fake.Program }

func (s *silent) Prepare(context.Context, measure.Order) (measure.Preparation, error) { return s, nil }

func (s *silent) Launch(context.Context, measure.Launch, int32, measure.Sink) (measure.LaunchReport, error) {
	return measure.LaunchReport{}, nil
}

func TestALaunchThatReachesNothingDoesNotWork(t *testing.T) {
	before := project.NewTool
	defer func() { project.NewTool = before }()
	cfg := fake.Project(t).Config
	for _, c := range []struct {
		tool measure.Tool
		says string
	}{
		{&fake.Program{}, ""},
		{&silent{}, "none of the elements"},
	} {
		project.NewTool = func(run.Config, string, io.Writer, launch.Elsewhere) (measure.Tool, error) { return c.tool, nil }
		report, err := project.TryOut(t.Context(), cfg, measure.Launch{Name: "tests", Command: []string{"true"}})
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%T: %v\n%s", c.tool, err, report)
		}
	}
}

type noting struct {
	fake.Program
	command []string
}

func (n *noting) Prepare(ctx context.Context, order measure.Order) (measure.Preparation, error) {
	prepared, err := n.Program.Prepare(ctx, order)
	return &noted{prepared, n}, err
}

type noted struct {
	measure.Preparation
	by *noting
}

func (n *noted) Launch(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	n.by.command = l.Command
	return n.Preparation.Launch(ctx, l, number, sink)
}

func TestALaunchThatVariesIsTriedWithItsFirstValues(t *testing.T) {
	before := project.NewTool
	defer func() { project.NewTool = before }()
	program := &noting{}
	project.NewTool = func(run.Config, string, io.Writer, launch.Elsewhere) (measure.Tool, error) { return program, nil }
	l := measure.Launch{Name: "Main", Command: []string{"true", "{n}", "{kind}"}, Repeat: 3, Vary: map[string][]string{"n": {"10", "100"}, "kind": {"a", "b"}}}
	report, err := project.TryOut(t.Context(), fake.Project(t).Config, l)
	if got := strings.Join(program.command, " "); err != nil || got != "true 10 a" || !strings.HasPrefix(report, "Tried with kind = a, n = 10, the first of 4 combinations.\n") {
		t.Errorf("%s is tried: %v\n%s", got, err, report)
	}
}
