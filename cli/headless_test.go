package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"beagle/cli/app"
	"beagle/model"
	"beagle/run"
)

// learnt is a run that ended with an expression for a demand and a branch, and
// none for a loop.
func learnt() run.Snapshot {
	half := 0.5
	best := run.Proposed{StoEx: "2 * n.VALUE", Analyser: "linear", Fitness: 12.5, Error: 0.04, Size: 3}
	guard := run.Proposed{Analyser: "guard", Transitions: []run.ProposedBranch{
		{ID: "_t1", Name: "big", Condition: "n.VALUE > 5"}, {ID: "_t2", Probability: &half},
	}}
	return run.Snapshot{
		Run: "2026-11-21-1430-m", State: run.Finished, Reason: "no expression can be improved", Model: "/p/m.repository",
		Elements: []run.ElementState{
			{
				Element: model.Element{ID: "_a#CPU", PCMID: "_a", Kind: model.InternalAction, Name: "work", Component: "C", Service: "s", Old: "0", Resource: model.Resource{Name: "CPU"}},
				Samples: 7, Noise: 0.03, Best: &best, Proposals: []run.Proposed{best, {StoEx: "5", Analyser: "average", Fitness: model.Figure(math.Inf(1)), Error: model.Unknown(), Refused: "it becomes negative", Size: 1}},
			},
			{Element: model.Element{ID: "_b", PCMID: "_b", Kind: model.Branch, Name: "size", Component: "C", Service: "s"}, Noise: -1, Best: &guard, Proposals: []run.Proposed{guard}},
		},
	}
}

// headless runs the engine's fake through the command line.
func headless(t *testing.T, ctx context.Context, fake *fakeRun, output, events string, cfg run.Config) (code int, stdout, stderr string) {
	t.Helper()
	var out, messages bytes.Buffer
	a := &program{
		App:     &app.App{Out: &out, Err: &messages, Output: output, Command: "beagle run"},
		starter: starter{start: func(context.Context, run.Config) (run.Run, error) { return fake, nil }},
	}
	code = a.Finish(ctx, a.headless(ctx, cfg, events, false))
	return code, out.String(), messages.String()
}

func TestTheResultIsWhatTheContractSays(t *testing.T) {
	fake := newFakeRun(run.Snapshot{State: run.Running}, learnt())
	code, stdout, _ := headless(t, t.Context(), fake, app.JSON, "", run.Config{Output: run.Output{File: "/p/out.repository"}})
	if code != app.Done {
		t.Errorf("exit code %d", code)
	}
	var got any
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	want := `{"version":1,"run":"2026-11-21-1430-m","state":"finished","reason":"no expression can be improved",
	"model":"/p/m.repository","written":"/p/out.repository","times":{"elapsed":0,"measured":0,"paused":0},"problems":[],"elements":[
	{"id":"_a","key":"_a#CPU","kind":"internal-action","name":"work","component":"C","service":"s","resource":"CPU","unit":"s","samples":7,"old":"0",
	 "evidence":[{"rows":10,"points":9,"validation":0.034,"against":"clear: 20 times as likely as the next"}],"final":{"stoex":"2 * n.VALUE","analyser":"linear","fitness":12.5,"relative_error":0.04,"size":3},
	 "proposals":[{"stoex":"2 * n.VALUE","analyser":"linear","fitness":12.5,"relative_error":0.04,"size":3},
	              {"stoex":"5","analyser":"average","fitness":null,"relative_error":null,"size":1,"refused":"it becomes negative"}],
	 "noise":0.03,"verdict":"check","warnings":[]},
	{"id":"_b","key":"_b","kind":"branch","name":"size","component":"C","service":"s","samples":0,
	 "evidence":[{"rows":10,"points":9,"validation":0.034,"against":"clear: 20 times as likely as the next"}],"final":{"transitions":[{"id":"_t1","name":"big","condition":"n.VALUE > 5"},{"id":"_t2","probability":0.5}],"analyser":"guard","fitness":0,"relative_error":0,"size":0},
	 "proposals":[{"transitions":[{"id":"_t1","name":"big","condition":"n.VALUE > 5"},{"id":"_t2","probability":0.5}],"analyser":"guard","fitness":0,"relative_error":0,"size":0}],
	 "noise":null,"verdict":"check","warnings":[]}]}`
	var wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	a, _ := json.MarshalIndent(got, "", " ")
	b, _ := json.MarshalIndent(wanted, "", " ")
	if !bytes.Equal(a, b) {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
	if len(fake.decided) != 2 || fake.applied == nil {
		t.Errorf("decided %v, applied %v", fake.decided, fake.applied)
	}
}

func TestExitCodesSayHowARunEnded(t *testing.T) {
	partial, late, aborted, failed := learnt(), learnt(), learnt(), learnt()
	partial.Elements[1].Best = nil
	late.OutOfTime = true
	aborted.State = run.Aborted
	failed.State, failed.Reason = run.Failed, "the build failed"
	failed.Problems = []model.Problem{{Severity: model.Error, Message: "';' expected", File: "A.java", Line: 7, Hint: "see the build's output"}}
	for _, test := range []struct {
		name   string
		end    run.Snapshot
		code   int
		stdout string
		stderr string
	}{
		{"all learnt", learnt(), app.Done, `"written"`, "finished: 2 check; no expression can be improved"},
		{"some without expression", partial, app.Partial, `"final": null`, "1 element has no expression: size (_b)"},
		{"out of time", late, app.TimedOut, `"written"`, "finished"},
		{"aborted", aborted, app.Aborted, `"state": "aborted"`, "beagle resume 2026-11-21-1430-m"},
		{"failed", failed, app.Failed, `{"error":{"message":"the build failed: ';' expected","hint":"see the build's output","file":"A.java","line":7}}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, stdout, stderr := headless(t, t.Context(), newFakeRun(test.end), app.JSON, "", run.Config{Output: run.Output{File: "x"}})
			if code != test.code || !strings.Contains(stdout, test.stdout) || !strings.Contains(stderr, test.stderr) {
				t.Errorf("exit code %d, want %d\nstdout %s\nwant %s\nstderr %s\nwant %s", code, test.code, stdout, test.stdout, stderr, test.stderr)
			}
			if !json.Valid([]byte(stdout)) {
				t.Errorf("standard output is not one JSON value:\n%s", stdout)
			}
		})
	}
}

// A measured mean is taken without a person's word, and changes nothing of how the run ended.
func TestWhatIsNotLearntGetsItsMeasuredMeanAndIsStillSaidToBeMissing(t *testing.T) {
	s := learnt()
	s.Elements[0].Below, s.Elements[0].Measured = "its total is 60 % beside", &run.MeasuredMean{StoEx: "0.002", Mean: 2e-3, Times: 7, From: run.OwnMeasurements}
	s.Elements[1].Best, s.Elements[1].Measured = nil, &run.MeasuredMean{Times: 3, From: run.OwnMeasurements}
	fake := newFakeRun(s)
	code, stdout, stderr := headless(t, t.Context(), fake, app.JSON, "", run.Config{Output: run.Output{File: "x"}})
	if code != app.Partial || fake.decided["_a#CPU"].Choice != run.TakeMean || fake.decided["_b"].Choice != run.TakeMean {
		t.Errorf("exit code %d, decided %v", code, fake.decided)
	}
	for _, want := range []string{"its total is 60 % beside", "its measured mean is written in its place", "1 element has no expression: size"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("it does not say %q:\n%s", want, stderr)
		}
	}
	if !strings.Contains(stdout, `"measured_mean": {`) || !strings.Contains(stdout, `"from": "measurements"`) {
		t.Errorf("the result has no measured mean:\n%s", stdout)
	}
}

// Of a whole program dozens of demands are not learnt well enough for the same reasons.
func TestManyElementsBelowTheAskedQualityAreNotAllListed(t *testing.T) {
	s := learnt()
	first := s.Elements[0]
	s.Elements = nil
	for i := range 30 {
		e := first
		e.ID, e.Name = model.ElementID(fmt.Sprintf("_%d#CPU", i)), fmt.Sprint("work", i)
		e.Below, e.Measured = "its total is 60 % beside", &run.MeasuredMean{StoEx: "0.002", Mean: 2e-3, Times: 7, From: run.OwnMeasurements}
		s.Elements = append(s.Elements, e)
	}
	_, stdout, stderr := headless(t, t.Context(), newFakeRun(s), app.JSON, "", run.Config{Output: run.Output{File: "x"}})
	if n := strings.Count(stderr, "its measured mean is written in its place"); n != 4 {
		t.Errorf("said of %d elements:\n%s", n, stderr)
	}
	if n := strings.Count(stdout, "its measured mean is written in its place"); n != 30 {
		t.Errorf("the result has %d of 30", n)
	}
}

func TestARunThatLearntNothingDoesNotListIt(t *testing.T) {
	nothing := learnt()
	nothing.State = run.Aborted
	for i := range nothing.Elements {
		nothing.Elements[i].Best, nothing.Elements[i].Proposals = nil, nil
	}
	nothing.Elements[1].Warnings = []string{"it was never reached"}
	_, stdout, _ := headless(t, t.Context(), newFakeRun(nothing), app.Text, "", run.Config{})
	if want := "no element has an expression, of 2\nC.s\n  branch size\n    new    none\n    check  it was never reached\n"; stdout != want {
		t.Errorf("standard output is\n%s\nwant\n%s", stdout, want)
	}
}

// A dry run asks for what writing would say, and for nothing else.
func TestADryRunWritesNothing(t *testing.T) {
	fake := newFakeRun(learnt())
	code, stdout, _ := headless(t, t.Context(), fake, app.Text, "", run.Config{Output: run.Output{File: "x", DryRun: true}})
	if code != app.Done || fake.applied == nil || !fake.applied.DryRun || !strings.Contains(stdout, "+++ b") || strings.Contains(stdout, "written") {
		t.Errorf("exit code %d, applied %v, stdout:\n%s", code, fake.applied, stdout)
	}
}

func TestASignalAbortsTheRunInOrder(t *testing.T) {
	aborted := learnt()
	aborted.State = run.Aborted
	fake := newFakeRun(run.Snapshot{State: run.Running})
	fake.onAbort = []run.Snapshot{{State: run.Aborting}, aborted}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(app.SignalError{Signal: syscall.SIGTERM})
	code, stdout, _ := headless(t, ctx, fake, app.JSON, "", run.Config{})
	if code != 143 || fake.applied != nil || !strings.Contains(stdout, `"aborted"`) {
		t.Errorf("exit code %d, applied %v, stdout %s", code, fake.applied, stdout)
	}
}

func TestEventsAreOneObjectALineAndEndWithTheResult(t *testing.T) {
	problem := model.Problem{Severity: model.Warning, Message: "no link"}
	measuring := run.Snapshot{State: run.Running, Phase: "launch 1 of 2", LaunchName: "a", Records: 10, Problems: []model.Problem{problem}}
	end := learnt()
	end.Problems = []model.Problem{problem}
	file := filepath.Join(t.TempDir(), "events.ndjson")
	for _, to := range []string{file, "-"} {
		code, stdout, _ := headless(t, t.Context(), newFakeRun(measuring, end), app.Text, to, run.Config{Output: run.Output{File: "x"}})
		text := stdout
		if to == file {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text = string(data)
		}
		var types []string
		for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
			var e event
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			if e.Version != 1 || e.Seq != i+1 || e.Time.IsZero() {
				t.Errorf("line %d is numbered %d: %s", i+1, e.Seq, line)
			}
			types = append(types, e.Type)
		}
		if got, want := strings.Join(types, " "), "state progress problem state progress proposal proposal result"; got != want || code != app.Done {
			t.Errorf("events %s, want %s, exit code %d", got, want, code)
		}
	}
}

func TestEventsThatCannotBeWrittenAreSaid(t *testing.T) {
	code, _, stderr := headless(t, t.Context(), newFakeRun(learnt()), app.Text, filepath.Join(t.TempDir(), "no", "file"), run.Config{})
	if code != app.Failed || !strings.Contains(stderr, "--events") {
		t.Errorf("exit code %d, stderr %s", code, stderr)
	}
}

func TestAResultIsPrintedAlthoughTheEventsAreLost(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full here")
	}
	code, stdout, stderr := headless(t, t.Context(), newFakeRun(learnt()), app.JSON, "/dev/full", run.Config{Output: run.Output{File: "x"}})
	if code != app.Failed || !json.Valid([]byte(stdout)) || !strings.Contains(stdout, `"finished"`) || !strings.Contains(stderr, "events are incomplete") {
		t.Errorf("exit code %d\nstdout %s\nstderr %s", code, stdout, stderr)
	}
}

func TestNamesFromTheModelCannotDriveTheTerminal(t *testing.T) {
	s := learnt()
	s.Elements[0].Name = "x\x1b]0;title\x07\x1b[2J"
	s.Elements[0].Warnings = []string{"\x1b[1mw"}
	s.Elements[1].Best = nil
	s.Elements[1].Name = "\x1b[5mblink"
	_, stdout, stderr := headless(t, t.Context(), newFakeRun(s), app.Text, "", run.Config{Output: run.Output{File: "x"}})
	if strings.ContainsAny(stdout+stderr, "\x1b\x07") {
		t.Errorf("control characters in\n%q\n%q", stdout, stderr)
	}
}

// Whoever follows a run to its end, as resume does, learns by the exit code what run would have told.
func TestAFollowedRunEndsWithTheExitCodeOfRun(t *testing.T) {
	below, partial, late, aborted := learnt(), learnt(), learnt(), learnt()
	below.Elements[0].Below = "its error is 62 %"
	partial.Elements[1].Best = nil
	late.OutOfTime = true
	aborted.State = run.Aborted
	for name, end := range map[string]run.Snapshot{"all learnt": learnt(), "below quality": below, "some without expression": partial, "out of time": late, "aborted": aborted} {
		want, _, _ := headless(t, t.Context(), newFakeRun(end), app.JSON, "", run.Config{Output: run.Output{File: "x"}})
		var out, messages bytes.Buffer
		a := &app.App{Out: &out, Err: &messages, Output: app.JSON}
		if got := a.Finish(t.Context(), followRun(t.Context(), a, newFakeRun(end))); got != want {
			t.Errorf("%s: exit code %d, run has %d", name, got, want)
		}
		if end.State == run.Finished && !strings.Contains(messages.String(), "nothing was written") {
			t.Errorf("%s: nothing says that no model was written: %s", name, messages.String())
		}
	}
}
