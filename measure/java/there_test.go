package java

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"beagle/measure"
	"beagle/measure/java/probed"
	"beagle/measure/launch"
)

// asIs delivers no probes.
type asIs struct{}

func (asIs) Command(_ context.Context, l *measure.Launch, env map[string]string) ([]string, map[string]string, error) {
	return slices.Clone(l.Command), env, nil
}
func (asIs) Dir(dir string) string   { return dir }
func (asIs) Needs([]string) []string { return nil }
func (asIs) Packages() []string      { return nil }
func (asIs) Close() error            { return nil }

// notes are machines that write down what they are asked. Those of one letter are one machine.
type notes struct{ all []string }

func (n *notes) say(what string, job launch.Job) {
	n.all = append(n.all, what+" "+filepath.Base(job.Records)+" "+job.Spec.Command[0])
}

func (n *notes) Apart(_ context.Context, label string, others []string) bool {
	return !slices.ContainsFunc(others, func(other string) bool { return other[:1] == label[:1] })
}

func (n *notes) Begin(_ context.Context, _ string, job launch.Job) (launch.Begun, error) {
	n.say("begin", job)
	return begun{n, job}, nil
}

type begun struct {
	of  *notes
	job launch.Job
}

func (b begun) End(context.Context) (launch.Result, launch.Noise, error) {
	b.of.say("end", b.job)
	return launch.Result{}, launch.Noise{}, nil
}

func (b begun) Drop() { b.of.say("drop", b.job) }

// A round of launches on three machines, of which two are the same.
func TestLaunchesOfOtherMachinesBeginBeforeTheirTurn(t *testing.T) {
	n := &notes{}
	p := &preparation{work: t.TempDir(), sources: &probed.Sources{}, delivery: asIs{}, machines: n}
	var plan []measure.Launch
	for i, machine := range []string{"", "a-1", "b-1", "a-2", "b-1"} {
		plan = append(plan, measure.Launch{Name: fmt.Sprint(i), Command: []string{"on-" + machine}, Machine: machine})
	}
	plan[0].Command[0] = "true"
	for i, l := range plan[:3] {
		n.all = append(n.all, "turn")
		p.Ahead(t.Context(), l, plan[i+1:], int32(i+2))
		if _, err := p.Launch(t.Context(), l, int32(i+1), nil); err != nil {
			t.Fatal(err)
		}
	}
	n.all = append(n.all, "another plan")
	other := measure.Launch{Name: "other", Command: []string{"other"}, Machine: "a-2"}
	if _, err := p.Launch(t.Context(), other, 4, nil); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"turn", "begin 2 on-a-1", "begin 3 on-b-1",
		"turn", "end 2 on-a-1", // a-2 is the machine that this one runs on
		"turn", "begin 4 on-a-2", "end 3 on-b-1", // the next one of b-1 waits for its own machine
		"another plan", "drop 4 on-a-2", "begin 4 other", "end 4 other",
	}
	if !slices.Equal(n.all, want) {
		t.Errorf("it went\n%q, want\n%q", n.all, want)
	}
}
