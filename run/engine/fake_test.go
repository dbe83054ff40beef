package engine

import (
	"testing"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/measure"
	"beagle/run/project"
)

func fakeTools(t *testing.T, tool measure.Tool) Tools {
	t.Helper()
	timeout, err := measure.NewTimeout("none", 0)
	if err != nil {
		t.Fatal(err)
	}
	return Tools{
		measure: tool, analysers: analysers.All(),
		judge: judge.New(judge.Options{}), timeout: timeout,
	}
}

// started is an analysis of work(n) in this process.
func started(t *testing.T, p *project.Project, tool measure.Tool) *Local {
	t.Helper()
	board := blackboard.New(p.Chosen, p.Config.Seed, nil)
	l := begin("test", p, board, fakeTools(t, tool), 0).start(t.Context())
	t.Cleanup(func() { _ = l.Close() })
	return l
}
