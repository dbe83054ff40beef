package cli

import (
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/model"
	"beagle/run"
)

func TestDemandsThatAreNotKnownAreCountedByReason(t *testing.T) {
	demand := func(samples int64, final *run.Proposed, below string) app.Element {
		return app.Element{Kind: model.InternalAction, Samples: samples, Final: final, Below: below}
	}
	known := &run.Proposed{StoEx: "1"}
	r := result{Elements: []app.Element{
		demand(0, nil, ""), demand(0, nil, ""), demand(3, known, "few"), demand(40, nil, ""), demand(40, known, "off"), demand(40, known, ""),
		{Kind: model.Loop},
	}}
	const want = "1 of 6 demands are known and written: 2 ran in no launch, 1 ran less than 5 times, which is too few, 1 ran, and nothing could be learnt of them, 1 are below the asked quality"
	if got := r.demands(); got != want {
		t.Errorf("%q, not %q", got, want)
	}
	r.Elements[3].MeasuredMean, r.Elements[4].MeasuredMean = &run.MeasuredMean{StoEx: "2"}, &run.MeasuredMean{StoEx: "3"}
	const means = "1 of 6 demands are learnt and written, 2 are written as their measured means, which are constants: "
	if got := r.demands(); !strings.HasPrefix(got, means) {
		t.Errorf("with two means: %q", got)
	}
	r.Elements = r.Elements[5:]
	if got := r.demands(); got != "" {
		t.Errorf("of one that is known: %q", got)
	}
}

func TestTheEndSaysOnceWhichLineHasAServiceDriven(t *testing.T) {
	first := model.Problem{Rule: "not-driven", Message: "Not driven: lib.A.a(): it refused all of 9 calls", Hint: "write a class"}
	if p, more := notDriven([]model.Problem{{Rule: "no-body"}, first, {Rule: "not-driven"}}); p == nil || p.Message != first.Message || more != " (and 1 other service)" {
		t.Errorf("%v, %q", p, more)
	}
	if p, more := notDriven([]model.Problem{{Rule: "no-body"}}); p != nil || more != "" {
		t.Errorf("%v, %q", p, more)
	}
}
