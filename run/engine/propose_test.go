package engine

import (
	"errors"
	"os"
	"strings"
	"testing"

	"beagle/model"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// A model without links: what the matcher finds can be measured once a person
// has confirmed it, and not before.
func TestProposedLinksAreUsedOnceConfirmed(t *testing.T) {
	cfg := fake.Project(t).Config
	cfg.Links = ""
	p, err := project.Prepare(cfg)
	if err != nil || !p.Unlinked() {
		t.Fatalf("unlinked %v, %v", p.Unlinked(), err)
	}
	var ready model.Problem
	ok := errors.As(p.Ready(), &ready)
	if !ok || ready.Rule != "no-links" || !strings.Contains(ready.Hint, "beagle pcm links work.repository --source src --out work.links.json") {
		t.Errorf("a run without screens says %+v", ready)
	}
	proposal, err := project.ProposeLinks(cfg)
	if err != nil || len(proposal.Links) == 0 {
		t.Fatal(proposal, err)
	}
	if _, err := os.Stat(proposal.File); err == nil {
		t.Error("a proposal was written before it was confirmed")
	}
	for _, e := range proposal.Links {
		if e.Confidence >= 1 || e.Confidence <= 0 {
			t.Errorf("%s has a confidence of %v", e.Element, e.Confidence)
		}
	}
	dropped := proposal.Links[len(proposal.Links)-1].Element
	if err := proposal.Save(func(i int) bool { return proposal.Links[i].Element != dropped }); err != nil {
		t.Fatal(err)
	}
	if err := proposal.Save(func(int) bool { return true }); err == nil {
		t.Error("a file that is there was overwritten")
	}
	written, err := os.ReadFile(proposal.File)
	if err != nil || strings.Contains(string(written), `"`+dropped+`"`) || !strings.Contains(string(written), "confirmed at a confidence of") {
		t.Errorf("%v\n%s", err, written)
	}
	cfg.Links = proposal.File
	if p, err = project.Prepare(cfg); err != nil || p.Unlinked() || len(p.Chosen) == 0 {
		t.Fatalf("with the links: %+v %v", p, err)
	}
	if again, err := project.ProposeLinks(cfg); err != nil || again.File == proposal.File {
		t.Errorf("the next proposal would go to %s: %v", again.File, err)
	}
}
