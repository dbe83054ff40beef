package project_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"beagle/links"
	"beagle/model"
	"beagle/run"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// What Beagle wrote for want of an expression is measured again where only what is not learnt is;
// what somebody put in its place is not.
func TestAMeasuredMeanIsNotLearntAndAChangedOneIsTheUsers(t *testing.T) {
	p := fake.Project(t)
	text, err := os.ReadFile(p.Config.Model)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(p.Elements, func(e model.Element) bool { return e.ID == fake.DemandID })
	was := `specification="` + p.Elements[at].Old + `"`
	if strings.Count(string(text), was) == 0 {
		t.Fatalf("the demand's %s is not in the model", was)
	}
	side := `{"elements": [{"id": "_compute", "kind": "internal-action", "stoex": "0.25", "by": "mean"}]}`
	if err := os.WriteFile(p.Config.Model+run.SideFile, []byte(side), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Config.Select.Unlearnt = true
	for value, measured := range map[string]bool{"0.25": true, "0.75": false} {
		now := strings.Replace(string(text), was, `specification="`+value+`"`, 1)
		if err := os.WriteFile(p.Config.Model, []byte(now), 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := project.Prepare(p.Config)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(again.Chosen, func(e model.Element) bool { return e.ID == fake.DemandID && e.Mean }); got != measured {
			t.Errorf("a demand of %s is measured as a mean: %v", value, got)
		}
	}
}

// Beagle puts nothing but values into a model: its links are as good as before. What somebody else
// changed may have other elements.
func TestLinksAreNotCalledStaleForValuesThatBeagleWrote(t *testing.T) {
	p := fake.Project(t)
	file, err := links.Read(p.Config.Links)
	if err != nil {
		t.Fatal(err)
	}
	file.Model = links.Hash{Algorithm: "sha-256", Value: strings.Repeat("0", 64)} // of the model before
	if err := links.Write(file); err != nil {
		t.Fatal(err)
	}
	for written, stale := range map[string]bool{"": true, "another": true, p.Model: false} {
		if err := os.WriteFile(p.Config.Model+run.SideFile, []byte(`{"written_sha256": "`+written+`"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := project.Prepare(p.Config)
		if err != nil {
			t.Fatal(err)
		}
		if said := slices.ContainsFunc(again.Problems, func(p model.Problem) bool { return p.Rule == "links-stale-model" }); said != stale {
			t.Errorf("where %q was written, links are called stale: %v", written, said)
		}
	}
}
