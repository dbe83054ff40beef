package tui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/compare"
	"beagle/internal/need"
	"beagle/model"
	"beagle/run"
	"beagle/run/draft"
	"beagle/run/folder"
	"beagle/tui/components"
	"beagle/tui/internal/fakerun"
)

// house is a home screen with runs and drafts that exist in memory only.
type house struct {
	t       *testing.T
	listing HomeListing
	gone    []string // what was removed
	living  *fakerun.Run
	ended   *fakerun.Run
	opened  []string
	opt     HomeOptions
}

// inhabited is a home screen with a run in every state, and a draft.
func inhabited(t *testing.T) *house {
	t.Helper()
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // when a synctest bubble begins
	info := func(id string, state run.State, ago time.Duration, name string) folder.Info {
		return folder.Info{
			ID: id, State: state, Live: !state.Ended(), Model: "/home/you/" + name + "/model/" + name + ".repository", Project: "/home/you/" + name,
			Created: now.Add(-ago), Elapsed: run.Duration(83 * time.Second), Measured: run.Duration(64 * time.Second), Folder: "/state/" + id,
		}
	}
	h := &house{t: t}
	h.listing = HomeListing{
		Here: HomePlace{Folder: "/home/you/fileshare", Settings: true, Models: 1, Sources: true},
		Runs: []folder.Info{
			info("2000-01-01-0000-shop", run.Running, 40*time.Second, "shop"),
			info("1999-12-31-2210-fileshare", run.Finished, 110*time.Minute, "fileshare"),
			info("1999-12-31-1900-fileshare", run.Finished, 5*time.Hour, "fileshare"),
			info("1999-12-29-0800-shop", run.Aborted, 64*time.Hour, "shop"),
			{ID: "1999-12-20-1200-lost", State: run.Failed, Problem: "its store is damaged; remove it with: beagle rm"},
		},
		Drafts: []draft.Draft{{Project: "/home/you/shop", Step: 4, Saved: now.Add(-12 * time.Minute), Config: run.Config{Model: "/home/you/shop/model/shop.repository"}}},
	}
	h.listing.Runs[1].Written, h.listing.Runs[2].Written = true, true
	h.listing.Runs[1].File = "/home/you/fileshare/model/fileshare.calibrated.repository"
	h.listing.Runs[1].Reason, h.listing.Runs[3].Reason = "no expression can be improved", folder.Interrupted
	h.listing.Runs[1].Result = &folder.Result{
		Verdicts: run.Verdicts{run.Trusted: 9, run.Check: 7, run.MeasureMore: 3}, Check: "Prediction check (held-out launches): total CPU time -2.4 %, 6 of 6 services within 20 %.",
		Demands:  []folder.Demand{{Name: "computeHash", Verdict: run.Trusted, StoEx: "1.2E-8 * file.BYTESIZE"}, {Name: "sortIndex", Verdict: run.MeasureMore, StoEx: "6.5E-5"}},
		Warnings: []string{"the demands are unreliable: the machine was busy", "no link leads to the source"},
	}
	h.opt = HomeOptions{
		List:   func() (HomeListing, error) { return h.listing, nil },
		Remove: func(id string) error { h.gone = append(h.gone, id); return nil },
		Forget: func(project, _ string) error { h.gone = append(h.gone, project); return nil },
		Attach: func(id string) (run.Run, WatchOptions, error) {
			h.opened = append(h.opened, id)
			r := h.ended
			if strings.HasPrefix(id, "2000") {
				r = h.living
			}
			return r, WatchOptions{CanDetach: true}, nil
		},
		Resume: func(_ context.Context, id string, _ bool) (run.Run, WatchOptions, error) {
			return nil, WatchOptions{}, model.Problem{Message: "the inputs are no longer what the analysis began with", Hint: "beagle resume " + id + " --changed anew"}
		},
		Compare: func(_ context.Context, before, after string) (*compare.Comparison, error) {
			h.opened = append(h.opened, before+" "+after)
			return changes(), nil
		},
		History: func(_ context.Context, newest string) (*compare.History, error) {
			h.opened = append(h.opened, "up to "+newest)
			return past(), nil
		},
		Project: func(path string) (WizardOptions, error) {
			h.opened = append(h.opened, path)
			return emptyProject(t), nil
		},
	}
	return h
}

func (h *house) home(d *driver) {
	h.living, h.ended = fakerun.New(fakerun.Fileshare()), fakerun.New(fakerun.Fileshare()).Finish() // in the bubble, as their channels have to be
	h.living.Now, h.ended.Now = time.Now, time.Now
	d.run = h.living
	newHome(d.app, h.opt)
}

// emptyHome is a home screen where nothing was done yet.
func emptyHome(d *driver) {
	newHome(d.app, HomeOptions{List: func() (HomeListing, error) {
		return HomeListing{Here: HomePlace{Folder: "/home/you/shop", Sources: true}}, nil
	}})
}

// put writes a file, and the folders that it lies in.
func put(t *testing.T, dir, name, content string) {
	t.Helper()
	need.File(t, filepath.Join(dir, name), content)
}

// to goes to the row that contains a text.
func (d *driver) to(text string) *driver {
	d.t.Helper()
	d.press("g")
	for range 40 {
		for line := range strings.Lines(d.screen()) {
			if strings.Contains(line, "┃") && strings.Contains(line, text) {
				return d
			}
		}
		d.press("j")
	}
	d.t.Fatalf("there is no row %q:\n%s", text, d.screen())
	return d
}

func TestTheHomeScreenShowsWhatThereIsToGoOnWith(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.sees("1 running, 5 total", "Continue shop", "12 min ago", "Set up an analysis here", "beagle.yaml", "● running", "✓ finished", "✗ aborted", "✗ failed")
		d.to("1999-12-31-2210").sees("Warning  ◆ the demands are unreliable: the machine was busy (and 1 more)", "9 trust, 7 check, 3 measure more; no expression can be improved", "total CPU time -2.4 %", "1:23, 1:04 of it in launches", "enter review", "c: with 1999-12-31-1900-fileshare")
		d.size(120, 30).sees("✓ computeHash   1.2E-8 * file.BYTESIZE", "? sortIndex     6.5E-5").size(80, 24)
		d.to("2000-01-01").sees("enter attach").misses("(r review)") // what is not possible gives way first
		d.size(110, 24).sees("(r review)", "(d remove)")
		d.press("r").sees("the analysis is still running")
	})
}

func TestFromHomeOneLooksIntoARunAndComesBack(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.to("2000-01-01").press("enter").sees("computeHash CPU")
		d.steps(3).sees("● running")
		d.press("esc").sees("Home", "Set up an analysis here")
		if !h.living.Closed {
			t.Error("the run was not let go of")
		}
		if state := h.living.Snapshot().State; state.Ended() {
			t.Errorf("the run is %s", state)
		}
		d.to("1999-12-31-2210").press("enter").sees("Review").press("a")
		d.press("esc").sees("Set up an analysis here")
		d.press("enter").sees("Review").press("q").press("enter").sees("Review") // staying is the safe answer
		if d.quit {
			t.Error("it left")
		}
	})
}

// Enter in a new folder must not go on with what was begun in another one.
func TestDraftsOfOtherFoldersComeBehindTheFolderInWhichOneStands(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.sees("Running", "Not finished elsewhere").to("Set up an analysis here").sees("enter set up")
		d.to("Continue shop").sees("enter continue")
	})
	h.listing.Here.Folder = "/home/you/shop"
	story(t, h.home, func(d *driver) {
		d.misses("elsewhere").to("Continue shop").sees("enter continue")
	})
}

// Making a model of a large project takes minutes: that it goes on has to be seen.
func TestWhatTakesLongSaysForHowLong(t *testing.T) {
	h := inhabited(t)
	slow := h.opt.Project
	h.opt.Project = func(path string) (WizardOptions, error) {
		time.Sleep(time.Minute)
		return slow(path)
	}
	story(t, h.home, func(d *driver) {
		d.to("Set up an analysis here").press("enter").sees("opening the project…").misses("0:0")
		d.wait(12).sees("opening the project… 0:12")
		d.wait(60).sees("step 1 of 6")
	})
}

// What is still under way for a run that was left must not be taken for the next one.
func TestTwoRunsAreNotMixedUp(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.to("2000-01-01").press("enter").steps(2)
		d.press("esc").to("1999-12-31-2210").press("enter").sees("0 of 9 decided")
		d.steps(3).sees("0 of 9 decided").misses("running")
		if state := d.app.feed.Snapshot.State; state != run.Finished {
			t.Errorf("the finished run is said to be %s", state)
		}
	})
}

func TestRunsAreRemovedOnlyOnAWord(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.to("1999-12-31-1900").press("d").sees("Remove 1999-12-31-1900-fileshare?", "▸ esc keep").press("enter")
		if h.gone != nil {
			t.Fatalf("removed %q", h.gone)
		}
		d.press("d", "d").sees("Removed 1999-12-31-1900-fileshare.")
		d.to("Continue shop").press("d").sees("Discard the draft?").press("d").sees("Draft discarded.")
		d.to("2000-01-01").press("d").sees("the run is still going; abort it first")
		if !slices.Equal(h.gone, []string{"1999-12-31-1900-fileshare", "/home/you/shop"}) {
			t.Errorf("removed %q", h.gone)
		}
	})
}

func TestRunsAreComparedWithTheOneBeforeOrTheMarkedOne(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.to("1999-12-31-2210").press("c").sees("Compare", "1 worse").press("esc").sees("Home")
		d.to("1999-12-29").press("m").sees("Marked").to("1999-12-31-1900").sees("compare with marked").press("c").press("esc")
		d.to("1999-12-20").press("c").sees("the run cannot be read")
	})
	want := []string{"1999-12-31-1900-fileshare 1999-12-31-2210-fileshare", "1999-12-29-0800-shop 1999-12-31-1900-fileshare"}
	if !slices.Equal(h.opened, want) {
		t.Errorf("compared %q", h.opened)
	}
}

func TestTheHistoryOfAModelStandsOnTheHomeScreen(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.to("1999-12-31-2210").press("h").sees("History  fileshare.repository").press("c").sees("1 worse").press("esc", "esc").sees("Home")
		d.to("2000-01-01").press("h").sees("Can't see history: the analysis is still running")
	})
	if want := []string{"up to 1999-12-31-2210-fileshare", "2026-01-14-fileshare 2026-01-15-fileshare"}; !slices.Equal(h.opened, want) {
		t.Errorf("opened %q", h.opened)
	}
}

func TestARunThatCannotBeTakenUpSaysWhatToDo(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.to("1999-12-29").press("u").sees("Can't resume the run", "beagle resume 1999-12-29-0800-shop", "--changed anew").press("esc").sees("Home")
		d.to("1999-12-31-2210").press("u").sees("the analysis has finished")
	})
}

func TestTheWizardStandsOnTheHomeScreen(t *testing.T) {
	h := inhabited(t)
	first := emptyProject(t)
	h.opt.First = &first
	story(t, h.home, func(d *driver) {
		d.sees("step 1 of 6", "esc home").press("enter").sees("step 2 of 6")
		d.press("esc", "esc").sees("Home", "Set up an analysis here")
		d.to("Set up an analysis here").press("enter").sees("step 1 of 6")
		d.press("enter", "enter", "enter", "enter", "enter", "enter").sees("preparing")
		d.press("esc").sees("Home")
		d.to("Continue shop").press("enter").sees("step 1 of 6")
	})
	if want := []string{"/home/you/fileshare", "/home/you/shop"}; !slices.Equal(h.opened, want) {
		t.Errorf("opened %q", h.opened)
	}
}

func TestAProjectInAnotherFolderIsOpenedByItsPath(t *testing.T) {
	h := inhabited(t)
	dir := t.TempDir()
	for _, name := range []string{"shop/src", "shopping", "other"} {
		put(t, dir, name+"/x", "")
	}
	put(t, dir, "shop/beagle.yaml", "")
	put(t, dir, "shop/model.repository", "")
	h.listing.Here.Folder = dir
	story(t, h.home, func(d *driver) {
		d.press("o").sees("Open a project", "other/", "shop/", "beagle.yaml", "shopping/")
		d.press("tab").write("s").press("tab").write("/").sees("src/", "model.repository").press("esc").sees("Home")
		d.press("o").write("no").sees("No folder or model starts with this.").press("enter").sees("Can't open: not found.")
		d.press("backspace", "backspace", "down", "down").sees("┃ shop/").press("enter").sees("step 1 of 6")
	})
	if want := []string{dir + "/shop"}; !slices.Equal(h.opened, want) {
		t.Errorf("opened %q, want %q", h.opened, want)
	}
}

func TestAHomeWithManyRunsScrollsAndIsFiltered(t *testing.T) {
	h := inhabited(t)
	for i := range 300 {
		one := h.listing.Runs[3]
		one.ID = fmt.Sprintf("1999-11-%02d-%04d-many", 30-i/12, i)
		h.listing.Runs = append(h.listing.Runs, one)
	}
	story(t, h.home, func(d *driver) {
		d.press("G").sees("Projects").press("g").sees("Continue shop")
		d.press("/").write("finished fileshare").sees("1999-12-31-1900").misses("many").press("enter", "esc").misses("/ finished").press("G").sees("Projects")
	})
}

func TestThatRunsCannotBeListedIsSaid(t *testing.T) {
	h := inhabited(t)
	h.opt.List = func() (HomeListing, error) { return HomeListing{}, errors.New("permission denied") }
	story(t, h.home, func(d *driver) { d.sees("✗ permission denied", "Set up an analysis here") })
}

// A run that ends while the home screen is looked at is seen to have ended.
func TestTheHomeScreenFollowsWhatHappens(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.to("2000-01-01")
		h.listing.Runs[0].State, h.listing.Runs[0].Live = run.Finished, false
		d.wait(3).sees("┃ ✓ finished", "5 runs")
	})
}

func TestWhereThereAreOnlySourcesAModelIsOffered(t *testing.T) {
	h := inhabited(t)
	read := false
	open := h.opt.Project
	h.opt.Project = func(path string) (WizardOptions, error) {
		o, err := open(path)
		o.Config.Model, o.Config.Links = "", ""
		o.Extract = func(_ context.Context, say func(string)) (components.Program, error) {
			read = true
			say("Applying the rules")
			time.Sleep(time.Second)
			return components.Program{}, errors.New("two classes are called shop.Cart")
		}
		return o, err
	}
	story(t, h.home, func(d *driver) {
		d.to("Set up an analysis here").press("enter").sees("step 1 of 6", "No Palladio model is named", "create a model").press("esc").sees("Home")
		if read {
			t.Error("the sources were read unasked")
		}
		d.press("enter", "enter").sees("Applying the rules…").wait(2).sees("✗ two classes are called shop.Cart").misses("Applying the rules")
	})
}

// Whoever lost the connection comes back for what runs.
func TestTheBarStandsOnTheRunThatIsRunning(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.sees("┃ ● running", "enter attach").press("enter").sees("computeHash CPU")
	})
}

// Whoever comes back to a folder finds first what waits there: a run to decide about, or one whose process died. Runs before it,
// and what was written, wait for nobody.
func TestTheBarStandsOnTheRunOfTheFolderThatWaits(t *testing.T) {
	h := inhabited(t)
	h.listing.Runs[1].Written = false
	h.listing.Runs[1].Left, h.listing.Runs[1].News = time.Date(1999, 12, 31, 23, 53, 0, 0, time.UTC), []string{"the analysis finished", "15 launches"}
	story(t, h.home, func(d *driver) {
		d.sees("Continue here", "┃ ✓ finished", "enter review", "since you left 7 min ago: the analysis finished, 15 launches", "Running")
	})
	h.listing.Runs[1].State, h.listing.Runs[1].Reason, h.listing.Runs[1].News = run.Aborted, folder.Interrupted, nil
	story(t, h.home, func(d *driver) { d.sees("┃ ✗ aborted", "enter show, u resumes", "u resume") })
	h.listing.Runs[2].Written = false // an older one
	h.listing.Runs[1].Reason = "aborted by you"
	story(t, h.home, func(d *driver) { d.misses("Continue here").sees("┃ ● running") })
}

// A screen is a name in the palette; keys are commands in a shell, and what was done is kept as such.
func TestThePaletteGoesBackAndCommandsAreKept(t *testing.T) {
	h := inhabited(t)
	story(t, h.home, func(d *driver) {
		d.press(";").sees("Keys of this screen", "attach  ", "beagle attach 2000-01-01-0000-shop", "beagle rm").press("esc")
		d.press("enter").sees("computeHash CPU").press(":").write("home").sees("Home").press("enter").sees("1 running, 5 total")
		d.to("Open a project").press(";").sees("Done so far", "beagle attach 2000-01-01-0000-shop").press("esc")
	})
}

// Enter does what it did when the person looked, whatever starts meanwhile.
func TestTheBarStaysOnItsRowWhenARunStarts(t *testing.T) {
	h := inhabited(t)
	all := h.listing.Runs
	h.listing.Runs = all[1:]
	story(t, h.home, func(d *driver) {
		d.sees("enter set up")
		h.listing.Runs = all
		d.wait(20).sees("● running", "enter set up")
	})
}

func TestADraftThatIsContinuedAsksNothing(t *testing.T) {
	h := inhabited(t)
	draftless := h.opt.Project
	h.opt.Project = func(path string) (WizardOptions, error) {
		opt, err := draftless(path)
		opt.Draft = &draft.Draft{Step: 4, Config: opt.Config, Began: opt.Config}
		opt.Keep = func(draft.Draft) error { return nil }
		return opt, err
	}
	story(t, h.home, func(d *driver) {
		d.to("Continue shop").press("enter").sees("step 4 of 6", "from your draft").misses("Continue your draft?")
	})
}

func TestARunThatDiedIsResumedOnTheScreenThatSaysSo(t *testing.T) {
	h := inhabited(t)
	h.opt.Resume = func(_ context.Context, id string, _ bool) (run.Run, WatchOptions, error) {
		h.opened = append(h.opened, "resumed "+id)
		return h.ended, WatchOptions{}, nil
	}
	story(t, h.home, func(d *driver) {
		d.press("enter").steps(3).press("u").sees("Can't resume: the analysis is still running.")
		d.run.Die()
		d.wait(1).sees("✗ aborted", "u, or beagle resume", "u resume").press("u").sees("✓ finished")
	})
	if !slices.Contains(h.opened, "resumed 2026-01-15-0930-fileshare") {
		t.Errorf("did %q", h.opened)
	}
}

// Where its inputs have changed, a run goes on by a key that measures anew what that affects.
func TestARunWhoseInputsChangedIsMeasuredAnewByAKey(t *testing.T) {
	h := inhabited(t)
	h.opt.Resume = func(_ context.Context, id string, anew bool) (run.Run, WatchOptions, error) {
		if !anew {
			return nil, WatchOptions{}, model.Problem{Severity: model.Error, Rule: run.InputsChanged, Message: "the inputs are no longer what the analysis began with"}
		}
		h.opened = append(h.opened, "anew "+id)
		return h.ended, WatchOptions{}, nil
	}
	story(t, h.home, func(d *driver) {
		d.to("1999-12-29").press("u").sees("Can't resume the run", "measure anew").press("m").sees("✓ finished")
	})
	if !slices.Contains(h.opened, "anew 1999-12-29-0800-shop") {
		t.Errorf("did %q", h.opened)
	}
}

// Whoever comes back after the connection was lost sees at once what went on meanwhile.
func TestWhoComesBackSeesWhatWentOnMeanwhile(t *testing.T) {
	h := inhabited(t)
	seen := map[string]folder.Seen{}
	attach := h.opt.Attach
	h.opt.Attach = func(id string) (run.Run, WatchOptions, error) {
		r, opt, err := attach(id)
		opt.Runs.Seen = func(id string) folder.Seen { return seen[id] }
		opt.Runs.Saw = func(id string, s folder.Seen) { seen[id] = s }
		return r, opt, err
	}
	story(t, h.home, func(d *driver) {
		d.press("enter").steps(15).misses("Since you left").press("esc").wait(60)
		d.run.Steps(16)
		d.press("enter").sees("Since you left 60 s ago: 2 launches.").press("j").misses("Since you left")
		d.press("esc").wait(5).press("enter").misses("Since you left").press("esc")
		d.run.Finish()
		d.press("enter").sees("Since you left", "the analysis finished, 6 launches")
	})
}
