package tui

import (
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/dashboard"
	"beagle/tui/internal/fakerun"
)

func TestTheDashboardFollowsTheRun(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.sees("○ preparing", "instrumenting 12 sections")
		d.steps(25).sees("● running", "2 of 9 done", "many files", "Resource demands", "0.00035 + 1.2E-8")
		d.finish().sees("✓ finished", "8 trust, 1 not yet; no expression can be improved", "r review")
	})
}

func TestSilenceIsSaid(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(5).misses("ago")
		d.wait(40).sees("last 41 s ago")
	})
}

func TestPauseAndContinue(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.press("p").sees("Can't pause: the analysis is still preparing")
		d.steps(3).press("p").sees("Pause now, or after this launch?", "▸ f after this launch", "d pause now")
		d.press("esc").sees("● running").press("p", "enter").sees("◇ paused", "p continue")
		d.press("p").sees("● running", "p pause")
	})
}

func TestAbortAsksAndTheSafeAnswerComesFirst(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(3).press("a").sees("Abort the analysis?", "▸ esc keep running")
		d.press("enter").sees("● running").misses("Abort the analysis?")
		d.press("a", "tab").sees("▸ a abort").press("enter").sees("aborting")
		d.press("p").sees("is being aborted")
		if d.sees("a end now").press("a"); d.run.Aborts != 2 {
			t.Errorf("asked to abort %d times", d.run.Aborts)
		}
		d.steps(1).sees("✗ aborted", "what was measured is kept")
	})
}

func TestLeavingARunningAnalysisAsksWhatShallBecomeOfIt(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(3).press("q").sees("▸ esc stay", "d detach", "a abort", "beagle attach")
		if d.press("esc"); d.quit {
			t.Fatal("esc left")
		}
		if d.press("q", "d"); !d.quit || !errors.Is(d.app.err, ErrDetached) {
			t.Errorf("left: %v, %v", d.quit, d.app.err)
		}
		if d.run.Snapshot().State != run.Running {
			t.Error("detaching ended the analysis")
		}
	})
	story(t, watching, func(d *driver) {
		if d.steps(3).press("q", "a"); !d.quit || d.run.Snapshot().State != run.Aborting {
			t.Errorf("left: %v, the analysis is %s", d.quit, d.run.Snapshot().State)
		}
	})
}

func TestPressedTwiceControlCAsksNothing(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(2).press("/").write("hash").press("ctrl+c").sees("Leave Beagle?")
		if d.press("ctrl+c"); !d.quit || !errors.Is(d.app.err, ErrDetached) {
			t.Errorf("left: %v, %v", d.quit, d.app.err)
		}
	})
}

func TestAQuestionWithoutAPointGoesAway(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(80).press("a").sees("Abort the analysis?")
		d.finish().misses("Abort the analysis?").sees("✓ finished")
		d.press("a").sees("Can't abort: the analysis has ended")
	})
}

func TestAFailedRequestIsSaid(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(3)
		d.run.Fail = errBroken
		d.press("p", "f").sees("Pause did not work: the engine is broken")
	})
}

func TestTheEndOfTheRunsProcessIsSeen(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(5)
		d.run.Die()
		d.wait(1).sees("✗ aborted", "its process was ended from outside")
	})
}

// What cannot be driven is found before the analysis begins; it stays seen while others are found.
func TestWhatWasFoundBeforeTheRunIsAmongItsProblems(t *testing.T) {
	before := model.Problem{Severity: model.Warning, Rule: "not-driven", Message: "Not driven: lib.Store.save(String) writes files", Hint: "write into beagle.yaml"}
	begun := func(d *driver) {
		d.run = fakerun.New(fakerun.Fileshare())
		d.run.Now = time.Now
		d.app.watch(d.run, WatchOptions{Before: []model.Problem{before}})
	}
	story(t, begun, func(d *driver) {
		d.sees("Problems 1").press("tab").sees("Not driven: lib.Store.save(String) writes files")
		d.steps(15).sees("launch 2 ended with exit code 1", "Not driven: lib.Store.save(String) writes files")
	})
}

func TestProblemsHaveAListOfTheirOwn(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.press("tab").sees("nothing went wrong so far").press("enter").sees("there are no problems")
		d.steps(15).sees("launch 2 ended with exit code 1")
		d.press("enter").sees("Look at its output").press("esc", "esc").sees("Best expression")
	})
}

func TestTheListCanBeFilteredAndKeepsItsElement(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(25).press("j", "j").sees("┃◆ check    deflate CPU")
		d.press("/").write("compression").press("enter").sees("┃◆ check    deflate CPU").misses("computeHash")
		d.press("esc").sees("┃◆ check    deflate CPU", "computeHash")
		d.press("/").write("zzz").sees("No match").press("enter", "enter").sees("select an element first")
	})
}

func TestTheChosenElementFillsTheScreen(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(25).press("enter").sees("computeHash CPU", "Old", "3.55 ms", "file.BYTESIZE")
		d.press("G").sees("Proposals", "MessageDigest")
		d.press("right").sees("lookUpHash CPU").press("left", "left").sees("computeHash CPU")
		d.press("esc").sees("Best expression")
	})
}

func TestHelpDoesWhatItShows(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(3).press("?").sees("Help: what you can do here", "Look closer and find", "Copy and export")
		d.size(80, 60).sees("Not now: the output is not").size(80, 24)
		d.press("j").press("enter", "enter").sees("◇ paused")
	})
}

func TestEscSaysWhichKeyLeavesWhereThereIsNothingToGoBackTo(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.press("esc").sees("Nothing to go back to; q leaves Beagle.")
		d.press("tab", "esc").misses("Nothing to go back to") // it went back to the elements
	})
	story(t, setting(emptyProject(t)), func(d *driver) { d.press("esc").sees("Nothing to go back to; ctrl+c leaves Beagle.") })
}

func TestEscNeverLeaves(t *testing.T) {
	for name, scene := range scenes(t) {
		story(t, scene.build, func(d *driver) {
			scene.play(d)
			for range 12 {
				d.press("esc")
			}
			if d.quit {
				t.Errorf("%s: esc left", name)
			}
		})
	}
}

func TestControlCWorksEverywhere(t *testing.T) {
	for name, scene := range scenes(t) {
		story(t, scene.build, func(d *driver) {
			scene.play(d)
			if d.press("ctrl+c", "ctrl+c", "ctrl+c"); !d.quit {
				t.Errorf("%s: ctrl+c does not leave:\n%s", name, d.screen())
			}
		})
	}
}

func TestNamesFromTheModelCannotDriveTheTerminal(t *testing.T) {
	elements := fakerun.Fileshare()
	for i := range elements {
		e := &elements[i]
		e.Name, e.Component, e.Service = "\x1b]52;c;ZXZpbA==\x07\x1b[2J"+e.Name, "\u202eevil\u009b31m", "a\nb\tc\r"
		e.Old, e.Callee = "\x1b[31m0", "\x1b[Hstore"
		for j := range e.Branches {
			e.Branches[j].Name = "\x1b[1;1H" + e.Branches[j].Name
		}
	}
	story(t, watchingOf(elements), func(d *driver) {
		for _, keys := range [][]string{nil, {"enter"}, {"esc", "G", "enter"}, {"esc", "?"}} {
			d.press(keys...).steps(12)
			frame := d.app.View().Content
			for _, escape := range strings.Split(frame, "\x1b")[1:] {
				end := strings.IndexAny(escape, "mJHK\x07")
				if !strings.HasPrefix(escape, "[") || end < 0 || escape[end] != 'm' {
					t.Fatalf("the frame has the sequence ESC%.20q", escape)
				}
			}
			if strings.ContainsAny(frame, "\x07\u202e\u009b\t\r") {
				t.Fatal("control characters reach the terminal")
			}
		}
	})
}

func TestEverySizeGetsAFrameOfItsSize(t *testing.T) {
	for name, scene := range scenes(t) {
		story(t, scene.build, func(d *driver) {
			scene.play(d)
			for _, size := range [][2]int{{40, 10}, {41, 11}, {60, 16}, {79, 23}, {80, 24}, {100, 30}, {113, 14}, {120, 40}, {200, 60}, {300, 12}, {1, 1}, {0, 0}} {
				lines := strings.Split(d.size(size[0], size[1]).screen(), "\n")
				if size[0] >= 40 && len(lines) != size[1] {
					t.Errorf("%s %v: %d lines", name, size, len(lines))
				}
				for _, line := range lines {
					if len([]rune(line)) > size[0] {
						t.Errorf("%s %v: too wide: %q", name, size, line)
					}
				}
			}
		})
	}
}

func BenchmarkViewOfTenThousandElements(b *testing.B) {
	r := fakerun.New(fakerun.Many(10000)).Steps(25)
	a := newApp(b.Context(), time.Now)
	a.watch(r, WatchOptions{})
	a.width, a.height = 200, 60
	for b.Loop() {
		_ = a.View()
	}
}

func BenchmarkSnapshotOfTenThousandElements(b *testing.B) {
	r := fakerun.New(fakerun.Many(10000)).Steps(25)
	a := newApp(b.Context(), time.Now)
	a.watch(r, WatchOptions{})
	for b.Loop() {
		a.feed.Snapshot.Seq++
		msg := a.feed.Refresh()()
		a.Update(msg)
	}
}

func TestADetailThatFailsOnceIsAskedForAgain(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(20)
		d.run.FailDetails = 2
		d.press("j").sees("Loading the measurements").misses("No picture")
		d.wait(5).sees("lookUpHash CPU", "3.07 ms").misses("No picture")
		d.run.FailDetails = 100
		d.press("j").wait(10).sees("No picture: the process is gone")
	})
}

func TestControlZGoesBackToTheShellIfThereIsOne(t *testing.T) {
	z := tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl}
	story(t, watching, func(d *driver) {
		d.app.noShell = func() string { return "nobody could bring it back" }
		d.do(d.app.key(z))
		d.settle()
		d.sees("Can't suspend: nobody could bring it back")

		d.app.noShell = func() string { return "" }
		if cmd := d.app.key(z); cmd == nil || cmd() != tea.Suspend() {
			t.Error("ctrl+z does not stop Beagle")
		}
	})
}

func TestEscPressedTwiceAtOnceIsEsc(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.press("enter").misses("Elements 9")
		d.do(d.app.key(tea.KeyPressMsg{Code: tea.KeyEscape, Mod: tea.ModAlt}))
		d.settle()
		d.sees("Elements 9")
	})
}

func TestAPauseThatIsAskedForDuringALaunchThatEndsMeanwhileStillPauses(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(8).press("p").sees("after this launch").steps(5).sees("after this launch").press("f")
		if s := d.run.Snapshot(); s.State != run.Paused {
			t.Errorf("the run is %s", s.State)
		}
	})
}

func TestTheMeasuringIsSteered(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(8).press("l").sees("Stop measuring?", "▸ esc keep measuring").press("e")
		d.press("l", "r").press("l", "n").sees("◇ finishing").press("l").sees("Can't end the measuring: the analysis is finishing already")
		if want := []run.Order{run.EndLaunch, run.RepeatLaunch, run.Enough}; !slices.Equal(d.run.Orders, want) {
			t.Errorf("orders %v", d.run.Orders)
		}
		d.finish().press("l").sees("Can't end the measuring: the analysis has ended")
	})
}

func TestTheListIsFilteredByStateSortedAndGoneThrough(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.finish().press("/").write("error:>1% is:demand").press("enter").sees("computeHash").press("esc")
		d.press("/").write("is:unmeasured").press("enter").sees("flush HDD").press("esc")
		d.press("s").sees("Sorted by verdict").press("s").sees("Sorted by error")
		d.press("y").sees("Copied, where the terminal allows it")
		d.press("n")
	})
}

func TestWhatCanBeDoneIsFoundByItsName(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.finish().press(":").write("pict").sees("picture").press("enter").sees("measured over the input")
		d.press("esc").press(":").write("no such thing").press("enter").sees("no match").press("esc").sees("Elements")
	})
}

func TestTheMouseMovesAndChooses(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.finish().size(120, 40)
		before := d.app.top().(*dashboard.Dashboard)
		d.mouse(tea.MouseWheelMsg{Button: tea.MouseWheelDown}).sees("┃✓ trust    sortIndex")
		at := slices.IndexFunc(strings.Split(d.screen(), "\n"), func(line string) bool {
			return strings.Contains(line, "deflate CPU") && strings.Contains(line, "trust")
		})
		d.mouse(tea.MouseClickMsg{Button: tea.MouseLeft, X: 20, Y: at}).sees("┃✓ trust    deflate")
		footer := strings.Split(d.screen(), "\n")[39]
		d.mouse(tea.MouseClickMsg{Button: tea.MouseLeft, X: len([]rune(footer[:strings.Index(footer, "z picture")])) + 1, Y: 39}).sees("measured over the input")
		if _, changed := d.app.top().(*dashboard.Dashboard); changed || before == nil {
			t.Error("the picture is not in front")
		}
	})
}

func TestProblemsStandTogetherByKindWorstFirst(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.run.Problems = unlinkedProblems(40)
		d.steps(35).press("tab").sees("▸ 40 × no link leads to the source", "▸ 40 × few values were measured").misses("action001")
		d.press("G", "k", "enter").sees("▾ 40 × no link leads to the source", "action001").press("down", "enter").sees("action000").press("esc")
		d.press("up", "enter").misses("action001").press("esc").sees("computeHash")
	})
}

func TestTheDisplayStandsStillWhileTheAnalysisGoesOn(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(20).press("F").sees("frozen", "The display stands still")
		before := d.steps(0).run.Snapshot().Records
		d.press("down").steps(6).misses(quantity.Count(d.run.Snapshot().Records))
		if before == d.run.Snapshot().Records {
			t.Fatal("the analysis stood still, too")
		}
		d.press("F").misses("frozen").sees(quantity.Count(d.run.Snapshot().Records))
		d.press("F").finish().misses("frozen").sees("finished")
	})
}

// exported is the one file that was written into the present folder.
func exported(t *testing.T, pattern string) [][]string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) != 1 {
		t.Fatalf("%v are written (%v)", files, err)
	}
	data, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	rows, err := csv.NewReader(data).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestAListIsExportedAsItStands(t *testing.T) {
	t.Chdir(t.TempDir())
	story(t, watching, func(d *driver) {
		d.finish().press("/").write("branch").press("enter", "X").sees("written to beagle-elements-")
		rows := exported(t, "beagle-elements-*.csv")
		if len(rows) != 3 || rows[0][1] != "element" || rows[1][2] != "branch" || rows[1][5] == "" {
			t.Errorf("exported %q", rows)
		}
		d.press("X").sees("written to", "-2.csv")
	})
}

func TestThePaletteFindsActionsByOtherNamesByLettersAndOnOtherScreens(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.finish().press(":").write("pctr").sees("Show the picture").press("esc")
		d.press(":").write("accept all").sees("accept all (Review)").press("enter").sees("it is on the screen Review; r on a run at home").press("esc")
		d.press(":").write("zom").sees("picture on the whole screen").press("esc")
		d.press(":").write("pre").sees("Prediction check").misses("expression").press("esc") // not inside of words that are explained
		d.press(":").write("history").sees("Not from here: h on a run at home").press("enter").sees("Can't run: it is on the screen History; h on a run at home").press("esc")
		if d.press(":").write("quit").press("enter"); !d.quit {
			t.Error("quit does not leave")
		}
	})
}

func TestAFilterCountsWhatItShows(t *testing.T) {
	story(t, watchingOf(fakerun.Many(3000)), func(d *driver) {
		d.steps(12).press("/").write("0001").sees("of 3,000").write("zzz").sees("0 of 3,000")
	})
}

func TestAScreenIsWrittenAsADrawingAndAsText(t *testing.T) {
	t.Chdir(t.TempDir())
	story(t, watching, func(d *driver) {
		d.finish().press("f5").sees("written to beagle-screen-2000", ".svg and")
	})
	for _, pattern := range []string{"*.svg", "*.txt"} {
		names, _ := filepath.Glob(pattern)
		if len(names) != 1 {
			t.Fatalf("there is %q", names)
		}
		if data, err := os.ReadFile(names[0]); err != nil || !strings.Contains(string(data), "computeHash") {
			t.Errorf("%s: %v lacks the element", names[0], err)
		}
	}
}

func TestARefusalStandsAsLongAsItIsTrue(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(8).press("r").sees("Can't review: the analysis is still running.").steps(1).sees("Can't review: the analysis is still running.")
		d.finish().misses("Can't review")
	})
}

func TestAKeyWithoutMeaningSaysSo(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(3).press("W").sees("W does nothing here. ? shows all keys.").press("j").misses("does nothing here")
		d.press("/").write("W").misses("does nothing here")
	})
}

func TestAClickChoosesAProblem(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.run.Problems = unlinkedProblems(40)
		d.steps(35).press("tab")
		second := len(strings.Split(strings.Split(d.screen(), "few values were measured")[0], "\n")) - 1
		d.mouse(tea.MouseClickMsg{Button: tea.MouseLeft, X: 20, Y: second}).press("enter").sees("▾ 40 × few values were measured")
	})
}

func TestThemesAreSwitchedOnTheScreen(t *testing.T) {
	story(t, watching, func(d *driver) {
		before := d.app.View().Content
		d.press("T").sees("Theme: contrast.")
		if d.press("esc"); d.app.View().Content == before {
			t.Error("the screen looks as before")
		}
	})
}

func TestTheKeysOfAScreenAreShownAsCommandsToCopy(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(8).press(";").sees("Commands: what the keys are in a shell", "pause          beagle pause 2026-01-15-0930-fileshare", "enter copy")
		d.press("/").write("abort").misses("beagle pause").press("enter").sees("Copied, where the terminal allows it: beagle abort 2026-01-15-0930-fileshare")
		if d.run.Aborts > 0 {
			t.Error("the command was carried out")
		}
	})
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.press("enter", ";").sees("Can't show commands: no key of this screen is a command")
	})
}
