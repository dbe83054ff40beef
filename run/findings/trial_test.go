package findings_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/run"
	"beagle/run/findings"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// A demand without a value gets the mean of the trial, which is known to be one: it is measured
// where only what is not learnt is. A value that is there stays.
func TestATrialsMeansStandUntilDemandsAreMeasured(t *testing.T) {
	p := fake.Project(t)
	text, err := os.ReadFile(p.Config.Model)
	if err != nil {
		t.Fatal(err)
	}
	demand := func(p *project.Project) *model.Element {
		return &p.Elements[slices.IndexFunc(p.Elements, func(e model.Element) bool { return e.ID == fake.DemandID })]
	}
	unlearnt := strings.Replace(string(text), `specification="`+demand(p).Old+`"`, `specification="0"`, 1)
	if err := os.WriteFile(p.Config.Model, []byte(unlearnt), 0o600); err != nil {
		t.Fatal(err)
	}
	means := func(seconds float64) map[model.ElementID]run.MeasuredMean {
		return map[model.ElementID]run.MeasuredMean{fake.DemandID: {Mean: seconds, Times: 7, From: run.FromTrial}, "_gone": {Mean: 1, Times: 1}}
	}
	if n, err := findings.WriteMeans(p.Config, means(1.5e-3)); n != 1 || err != nil {
		t.Fatalf("%d are written: %v", n, err)
	}
	again, err := project.Prepare(p.Config)
	if err != nil {
		t.Fatal(err)
	}
	if e := demand(again); e.Old != "0.0015" || !e.Mean || !e.Unlearnt() {
		t.Errorf("the demand is %q, a mean: %v", e.Old, e.Mean)
	}
	if n, err := findings.WriteMeans(p.Config, means(9)); n != 0 || err != nil {
		t.Errorf("%d are written over a value: %v", n, err)
	}
}
