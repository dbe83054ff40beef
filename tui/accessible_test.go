package tui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"beagle/run/draft"
	"beagle/tui/internal/fakerun"
	"beagle/tui/plain"
)

// Who wants questions and answers finds what was begun earlier, too.
func TestWithoutScreensADraftIsGoneOnFrom(t *testing.T) {
	h := inhabited(t)
	h.ended = fakerun.New(fakerun.Fileshare()).Finish()
	opt := emptyProject(t)
	kept := opt.Config
	kept.Model = "/elsewhere/entered.repository"
	opt.Draft = &draft.Draft{Saved: time.Now(), Step: 3, Config: kept, Began: opt.Config}
	h.opt.Project = func(string) (WizardOptions, error) { return opt, nil }
	var out strings.Builder
	err := plainHome(t.Context(), plain.New(strings.NewReader("77\n1\ng\n"), &out), h.opt)
	if !errors.Is(err, plain.ErrNobody) {
		t.Errorf("it ended with %v", err)
	}
	for _, want := range []string{"1: Go on with the draft of /home/you/shop", "2: Set up an analysis here", "Follow the run 2000-01-01-0000-shop", "Review the run 1999-12-31-2210-fileshare", `There is no answer "77" here`, "You stopped in step 3", "entered.repository"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nobody said %q in:\n%s", want, out.String())
		}
	}
}

func TestWithoutScreensARunIsReviewedFromTheList(t *testing.T) {
	h := inhabited(t)
	h.ended = fakerun.New(fakerun.Fileshare()).Finish()
	var out strings.Builder
	err := plainHome(t.Context(), plain.New(strings.NewReader("4\n"), &out), h.opt)
	if !errors.Is(err, plain.ErrNobody) || !strings.Contains(out.String(), "Element 1 of 9") {
		t.Errorf("it ended with %v after\n%s", err, out.String())
	}
}

// What was answered survives a cut connection: it is kept once it could be read.
func TestWithoutScreensAnswersAreKept(t *testing.T) {
	opt := emptyProject(t)
	var kept []draft.Draft
	opt.Keep = func(d draft.Draft) error { kept = append(kept, d); return nil }
	model := opt.Config.Model
	opt.Config.Model = ""
	var out strings.Builder
	_ = askedWizard(t.Context(), plain.New(strings.NewReader(model+"\n\n"), &out), opt)
	if len(kept) == 0 || kept[0].Config.Model == "" || kept[0].Began.Model != "" {
		t.Errorf("kept %+v after\n%s", kept, out.String())
	}
}
