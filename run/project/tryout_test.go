package project_test

import (
	"context"
	"io"
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
