package cost

import (
	"strings"
	"testing"

	"beagle/cost/kept"
)

const good, bad = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

func TestTheLogOfGitSaysTheFirstBadCommit(t *testing.T) {
	b := bisected{Changes: []changed{{Method: "A.a(int)", Before: "n", After: "n^2", Change: &kept.Change{Of: "form", Ratio: 3, Before: 1, After: 3, Inputs: map[string]any{"n.VALUE": 10.0}}}}}
	b.read("git bisect start\n# status: waiting\n# good: [" + good + "] Begin\n# bad: [" + bad + "] Sort by [pairs]: quickly\n# first bad commit: [" + bad + "] Sort by [pairs]: quickly\n")
	if b.First == nil || b.First.Commit != bad || b.First.Subject != "Sort by [pairs]: quickly" || len(b.Tried) != 2 || b.Tried[0].Outcome != "good" {
		t.Fatalf("%+v", b)
	}
	want := "first bad commit: bbbbbbb Sort by [pairs]: quickly\n  A.a(int)\n  form changed: 1 s, then 3 s (3 times) at n.VALUE = 10\n  before: n\n  since:  n^2\ntried: 2 commits\n"
	if got := b.text(0); got != want {
		t.Errorf("%s", got)
	}
}

func TestSkippedCommitsAreCandidates(t *testing.T) {
	b := bisected{}
	b.read("# skip: [" + good + "] Does not compile\n# only skipped commits left to test\n# possible first bad commit: [" + good + "] Does not compile\n# possible first bad commit: [" + bad + "] Next\n")
	if b.First != nil || len(b.Candidates) != 2 || b.Tried[0].Outcome != "skip" || !strings.HasPrefix(b.text(0), "one of 2 commits, which were skipped:\n  aaaaaaa Does not compile\n") {
		t.Errorf("%+v\n%s", b, b.text(0))
	}
}

func TestWithoutABadCommitNothingGotWorse(t *testing.T) {
	b := bisected{Good: good, Bad: bad}
	if got := b.text(0); got != "nothing got worse from aaaaaaa to bbbbbbb\n" {
		t.Error(got)
	}
}
