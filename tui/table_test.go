package tui

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/model"
	"beagle/run"
	"beagle/run/project"
	"beagle/tui/internal/fakerun"
	"beagle/tui/review"
	"beagle/tui/screen"
)

// measured is a review whose measurements can be read.
func measured(d *driver) {
	reviewing(d)
	d.app.feed.Rows = func(_ string, of model.ElementID) ([][]string, error) {
		if of == "" {
			return nil, errors.New("no element")
		}
		return [][]string{{"file.BYTESIZE", "kind", "value"}, {"9", "zip", "0.000123456789"}, {"100", "text", "0.5"}, {"20", "text", ""}}, nil
	}
}

func TestMeasurementsAreSortedFilteredAndExported(t *testing.T) {
	t.Chdir(t.TempDir())
	story(t, measured, func(d *driver) {
		d.press("z", "d").sees("Measurements", "3 rows", "┃              9  zip   0.00012346")
		d.press("s").sees("Sorted by file.BYTESIZE", "┃            100  text")
		d.press("/").write("text").sees("2 of 3").misses("zip").press("enter", "X")
		if rows := exported(t, "beagle-rows-*.csv"); len(rows) != 3 || rows[1][0] != "100" || rows[2][0] != "20" {
			t.Errorf("exported %q", rows)
		}
		d.press("esc").sees("zip").press("esc").sees("measured over the input")
	})
}

func TestMeasurementsThatCannotBeReadAreNotOffered(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("z", "d").sees("Can't show the rows: the measurements cannot be read here")
	})
}

// example is a copy of the example's model.
func example(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("../examples/fileshare/model/fileshare.repository")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "fileshare.repository")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// lone is a model without an analysis.
func lone(path string) func(*driver) {
	return func(d *driver) {
		s, err := review.NewModel(d.app.env, path)
		if err != nil {
			d.t.Fatal(err)
		}
		d.app.screen = []screen.Screen{s}
	}
}

func TestValuesOfAModelAreChangedWithoutAnAnalysis(t *testing.T) {
	path := example(t)
	before, _ := os.ReadFile(path)
	story(t, lone(path), func(d *driver) {
		d.sees("19 elements", "digest CPU", "resource demand in FileUpload.upload").press("u").sees("Can't undo: this value is as in the file")
		d.press("enter", "ctrl+u").write("2 *").press("enter").sees("the expression is not valid yet").write(" content.BYTESIZE").press("enter").sees("New      2 * content.BYTESIZE", "1 value changed, not written")
		d.press("u").sees("19 elements").misses("BYTESIZE\n").press("enter", "ctrl+u").write("3").press("enter").sees("1 value changed")
		d.press("q").sees("1 changed value is not written").press("esc")
		d.press("w").sees("Write the model?").press("w").sees("the old file is fileshare.repository.bak", "19 elements")
	})
	after, _ := os.ReadFile(path)
	if kept, _ := os.ReadFile(path + ".bak"); string(kept) != string(before) || string(after) == string(before) {
		t.Error("the file and its .bak are not as they should be")
	}
}

func TestABranchOfAModelTakesAValueForEachTransition(t *testing.T) {
	story(t, lone(example(t)), func(d *driver) {
		d.press("/").write("text").press("enter", "enter", "ctrl+u").write("0.25").press("enter").sees("the probabilities sum to 0.75")
		d.press("down", "ctrl+u").write("0.75").press("enter").sees("New      0.25   0.75").press("esc").sees("is it forbidden?", "1 value changed")
	})
}

func TestAModelIsCheckedAndAsked(t *testing.T) {
	story(t, lone(example(t)), func(d *driver) {
		d.press("c").sees("✓ Nothing is wrong with the model.").press("esc").sees("19 elements")
		d.press("f").sees("what if: fileshare.repository").press("esc").sees("19 elements")
	})
}

func TestAModelWithoutSourcesIsNoDeadEnd(t *testing.T) {
	path := example(t)
	opt := emptyProject(t)
	opt.Config = run.Config{Model: path}
	opt.Prepare = func(run.Config) (*project.Project, error) {
		return &project.Project{Elements: []model.Element{{ID: "_a", Kind: model.InternalAction}}}, nil
	}
	story(t, setting(opt), func(d *driver) {
		d.sees("enter browse the model", "No sources: enter shows the elements").press("enter").sees("19 elements").press("esc").sees("step 1 of 6")
	})
}

func TestBothCurvesOfAComparedElementAreDrawn(t *testing.T) {
	n := model.Variable{Name: "n", Char: model.ValueOf}
	curve := func(slope float64) run.Detail {
		return run.Detail{Axis: n, Curve: []run.Point{{X: 0, Y: 0}, {X: 10, Y: slope}}, Points: []run.Point{{X: 5, Y: slope / 2}}}
	}
	c := changes()
	story(t, func(d *driver) { comparingOf(d, c) }, func(d *driver) {
		d.size(160, 45).misses("┄ before")
		c.Elements[1].Details = [2]run.Detail{curve(1), curve(2)}
		comparingOf(d, c)
		if shown := d.size(160, 45).sees("┄ before   ─ after   • measured after", "n.VALUE").screen(); strings.Count(shown, "┤") < 2 {
			t.Errorf("no axis:\n%s", shown)
		}
		c.Elements[1].Details[0].Axis.Name = "m" // the curves cannot stand over one axis
		comparingOf(d, c)
		d.misses("┄ before")
	})
}

func TestAListThatDoesNotFitSaysWhichRowIsChosen(t *testing.T) {
	story(t, watchingOf(fakerun.Many(300)), func(d *driver) {
		d.steps(12).sees("1 of 300 ──").press("j").sees("2 of 300 ──").press("G").sees("300 of 300 ──")
	})
	story(t, reviewing, func(d *driver) {
		d.size(80, 24).sees("1 of 9 ──").size(120, 40).misses("of 9 ──")
		d.press("?").size(80, 24).sees("1 of 87 ──").press("esc")
	})
}
