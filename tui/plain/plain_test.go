package plain

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/run/project"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/tui/internal/fakerun"
)

// talk has a conversation with prepared answers and gives what was said.
func talk(answers string, have func(*Talk) error) (said string, err error) {
	var out strings.Builder
	err = have(New(strings.NewReader(answers), &out))
	return out.String(), err
}

func hears(t *testing.T, said string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(said, text) {
			t.Errorf("nobody said %q in:\n%s", text, said)
		}
	}
}

// aLineARead gives a line a read, as terminals do.
type aLineARead struct{ lines []string }

func (r *aLineARead) Read(data []byte) (int, error) {
	if len(r.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(data, r.lines[0])
	r.lines = r.lines[1:]
	return n, nil
}

// A screen that follows a question on the same terminal gets what is typed for it.
func TestAQuestionReadsNoFurtherThanItsAnswer(t *testing.T) {
	in := &aLineARead{[]string{"n\n", "y\n"}}
	for _, want := range []bool{false, true} {
		if yes, err := New(in, io.Discard).Yes(t.Context(), "Run it?"); err != nil || yes != want {
			t.Errorf("%t, %v, want %t", yes, err, want)
		}
	}
	if _, err := New(in, io.Discard).Yes(t.Context(), "Run it?"); !errors.Is(err, ErrNobody) {
		t.Errorf("the input ended: %v", err)
	}
}

func TestAReviewIsQuestionsAndAnswers(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Finish()
	answers := []string{
		"",       // the best proposal of the first element
		"2",      // the second of the second
		"9", "k", // no such proposal; keep the old value
		"1",                   // as the first
		"e", "2 * (", "2 * 3", // an expression that is not valid, then one that is
		"", "", "1", "k", // the third of these cannot be said in StoEx; the last element has none
		"d", "w", "out.repository",
	}
	said, err := talk(strings.Join(answers, "\n")+"\n", func(talk *Talk) error {
		return talk.Review(t.Context(), r, run.Output{})
	})
	if err != nil {
		t.Fatal(err)
	}
	hears(t, said, "Element 1 of 9: computeHash CPU", "New value: 0.00035 + 1.2E-8 * file.BYTESIZE",
		`There is no proposal "9"`, "The old value stays.", "It cannot be written: a logarithm", "a bracket is not closed", "New value: 2 * 3", "learnt for _hash#CPU", "Written: out.repository")
	if len(r.Wrote) != 1 || r.Wrote[0].File != "out.repository" {
		t.Errorf("wrote %+v", r.Wrote)
	}
	for _, e := range r.Snapshot().Elements {
		if e.ID == "_lookup#CPU" && e.Decision.Proposal != 1 {
			t.Errorf("the second element was decided as %+v", e.Decision)
		}
	}
}

func TestNothingIsWrittenUnlessItIsSaid(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Finish()
	said, err := talk("1\nf\n\n", func(talk *Talk) error { return talk.Review(t.Context(), r, run.Output{}) })
	if err != nil || len(r.Wrote) != 0 {
		t.Errorf("wrote %v, %v", r.Wrote, err)
	}
	hears(t, said, "Nothing was written. The decisions are kept: beagle review")
}

func TestAnInputThatEndsIsSaid(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Finish()
	if _, err := talk("1\n", func(talk *Talk) error { return talk.Review(t.Context(), r, run.Output{}) }); !errors.Is(err, ErrNobody) {
		t.Errorf("got %v", err)
	}
}

func TestARunIsFollowedInWords(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Steps(15)
	r.Finish()
	said, err := talk("", func(talk *Talk) error {
		left, err := talk.Watch(t.Context(), r)
		if left {
			t.Error("an ended run was left")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	hears(t, said, "The analysis is finished (8 trust, 1 not yet): no expression can be improved.", "9 of 9 launches done", "warning: launch 2 ended with exit code 1")
}

func TestOrdersAreTakenWhileARunGoesOn(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Steps(5)
	var left bool
	said, err := talk("s\np\nx\na\nn\nq\n", func(talk *Talk) (err error) {
		left, err = talk.Watch(t.Context(), r)
		return err
	})
	if err != nil || !left {
		t.Errorf("left: %v, %v", left, err)
	}
	hears(t, said, "0 of 9 launches", `There is no order "x"`, "Abort the analysis?")
	if state := r.Snapshot().State; state != run.Paused {
		t.Errorf("the run is %s", state)
	}
}

func TestTheWizardAsksForAModelUntilItCanBeRead(t *testing.T) {
	prepare := func(c run.Config) (*project.Project, error) {
		if c.Model != "/project/right.repository" {
			return nil, errors.New("no such file")
		}
		elements := fakerun.Fileshare()
		return &project.Project{Config: c, Elements: elements, Chosen: elements[:2], Problems: []model.Problem{{Severity: model.Warning, Message: "one has no link"}}}, nil
	}
	started := 0
	begin := func(run.Config) (run.Run, error) { started++; return fakerun.New(nil), nil }
	cfg := run.Config{Project: "/project", Launch: []measure.Launch{{Name: "small", Command: []string{"java", "Main"}}}}
	said, err := talk("wrong\n\nright.repository\n\ny\n", func(talk *Talk) error {
		_, err := talk.Wizard(context.Background(), cfg, prepare, nil, begin)
		return err
	})
	if err != nil || started != 1 {
		t.Errorf("started %d times, %v", started, err)
	}
	hears(t, said, "error: no such file", "To be measured: 2 resource demands", "Launch small, 1 time: java Main", "warning: one has no link")
}

func TestTheWizardUsesProposedLinksOnlyIfToldSo(t *testing.T) {
	for answer, used := range map[string]bool{"n": false, "y": true} {
		dir := t.TempDir()
		file := filepath.Join(dir, "m.links.json")
		prepare := func(c run.Config) (*project.Project, error) {
			if c.Links == file {
				return &project.Project{Config: c, Elements: fakerun.Fileshare(), Chosen: fakerun.Fileshare()}, nil
			}
			return &project.Project{Config: c, Elements: []model.Element{{ID: "_hash", Kind: model.InternalAction}}}, nil
		}
		propose := func(run.Config) (*project.LinkProposal, error) {
			return &project.LinkProposal{File: file, Links: []project.Link{{Element: "_hash", Kind: "internal-action", Name: "hash", Unit: "A", Path: "A.java", Confidence: 0.8}}}, nil
		}
		begin := func(run.Config) (run.Run, error) { return fakerun.New(nil), nil }
		cfg := run.Config{Project: dir, Sources: []string{dir}, Launch: []measure.Launch{{Name: "small", Command: []string{"java"}}}}
		said, err := talk("m.repository\n\n"+answer+"\ny\n", func(talk *Talk) error {
			_, err := talk.Wizard(context.Background(), cfg, prepare, propose, begin)
			return err
		})
		hears(t, said, "internal-action hash: A.java", "confidence 80 %")
		if _, missing := os.Stat(file); (missing == nil) != used || (err == nil) != used {
			t.Errorf("%s: written %v, %v", answer, missing == nil, err)
		}
	}
}
