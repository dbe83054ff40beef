package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"beagle/run/project"

	"github.com/charmbracelet/x/exp/golden"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/draft"
	"beagle/tui/internal/fakerun"
)

// scenes are the states of the screens that are kept as pictures.
func scenes(t *testing.T) map[string]struct {
	build func(*driver)
	play  func(*driver)
} {
	t.Helper()
	opt := emptyProject(t)
	opt.Config.Project = "/project" // the header and the fields must not depend on the folder of the test
	opt.Config.Model, opt.Config.Links = "/project/model/fileshare.repository", "/project/model/links.xml"
	opt.Config.Sources = []string{"/project/src/main/java"}
	bare := unlinked(t)
	bare.Config.Project, bare.Config.Model, bare.Config.Links, bare.Config.Sources = opt.Config.Project, opt.Config.Model, "", opt.Config.Sources
	propose := bare.ProposeLinks
	bare.ProposeLinks = func(c run.Config) (*project.LinkProposal, error) {
		found, err := propose(c)
		found.File = "/project/model/fileshare.links.json"
		return found, err
	}
	idle := opt
	idle.Config.Launch = nil
	crashing := opt
	crashing.TryLaunch = func(context.Context, run.Config, measure.Launch) (string, error) {
		return "Exception in thread \"main\" java.lang.IllegalStateException: no store", errors.New("exit code 1 after 0.4 s")
	}
	misled := opt
	misled.Config.Model = "/project/model/file\x1b[31mshare.repo"
	drafted := opt
	drafted.Draft = &draft.Draft{Saved: time.Date(1999, 12, 31, 23, 48, 0, 0, time.UTC), Step: 4, Config: opt.Config, Began: opt.Config, Entered: []string{"constant", "90"}}
	drafted.Keep = func(draft.Draft) error { return nil }
	type scene = struct{ build, play func(*driver) }
	nothing := func(*driver) {}
	return map[string]struct{ build, play func(*driver) }{
		"wizard-project":     {setting(opt), nothing},
		"wizard-selection":   scene{setting(opt), func(d *driver) { d.press("enter", "j", "j", "space") }},
		"wizard-draft":       {setting(drafted), nothing},
		"wizard-drafted":     scene{setting(drafted), func(d *driver) { d.press("g") }},
		"wizard-draft-leave": scene{setting(drafted), func(d *driver) { d.press("g", "esc", "d", "q") }},
		"wizard-unlinked":    {setting(bare), nothing},
		"wizard-proposal":    scene{setting(bare), func(d *driver) { d.press("enter", "j") }},
		"wizard-not-found":   scene{setting(bare), func(d *driver) { d.press("enter", "G") }},
		"wizard-launches":    scene{setting(opt), func(d *driver) { d.press("enter", "enter") }},
		"wizard-launch-form": scene{setting(opt), func(d *driver) { d.press("enter", "enter", "e", "tab") }},
		"wizard-timeout":     scene{setting(opt), func(d *driver) { d.press("enter", "enter", "enter", "down", "tab") }},
		"wizard-measuring":   scene{setting(opt), func(d *driver) { d.press("enter", "enter", "enter", "enter") }},
		"wizard-overview":    scene{setting(opt), func(d *driver) { d.press("enter", "n", "j", "j", "space", "enter", "enter", "enter", "enter") }},
		"wizard-ways":        scene{setting(found(idle)), func(d *driver) { d.press("enter", "enter", "down") }},
		"wizard-ways-there":  scene{setting(found(opt)), func(d *driver) { d.press("enter", "enter") }},
		"wizard-methods": scene{setting(callable(opt, new(bool))), func(d *driver) {
			d.press("enter", "enter", "m", "enter")
		}},
		"wizard-methods-harm": scene{setting(callable(opt, new(bool))), func(d *driver) {
			d.press("enter", "enter", "m", "G", "space")
		}},
		"wizard-change":   scene{setting(opt), func(d *driver) { d.press("enter", "enter", "enter", "enter", "enter", "down", "down", "down", "e") }},
		"wizard-settings": scene{setting(opt), func(d *driver) { d.press("enter", "enter", "enter", "enter", "enter", "a", "pgdown") }},
		"wizard-setting": scene{setting(opt), func(d *driver) {
			d.press("enter", "enter", "enter", "enter", "enter", "a", "/").write("precision").press("enter", "enter", "ctrl+u").write("5")
		}},
		"home":                {inhabited(t).home, nothing},
		"home-run":            scene{inhabited(t).home, func(d *driver) { d.to("1999-12-31-2210") }},
		"home-remove":         scene{inhabited(t).home, func(d *driver) { d.to("1999-12-31-1900").press("d") }},
		"home-empty":          {emptyHome, nothing},
		"tour-project":        scene{touring(opt), nothing},
		"tour-dashboard":      scene{touring(opt), func(d *driver) { begin(d).steps(20).press("f3", "f3") }},
		"tour-review":         scene{touring(opt), func(d *driver) { begin(d).finish().press("r", "f3") }},
		"wizard-model-wrong":  scene{setting(misled), nothing},
		"wizard-leave":        scene{setting(opt), func(d *driver) { d.press("tab", "tab", "ctrl+u").write("src").press("enter", "n", "ctrl+c") }},
		"wizard-filter":       scene{setting(opt), func(d *driver) { d.press("enter", "/").write("loop") }},
		"wizard-filter-none":  scene{setting(opt), func(d *driver) { d.press("enter", "/").write("zzz").press("enter") }},
		"wizard-none-chosen":  scene{setting(opt), func(d *driver) { d.press("enter", "n", "enter") }},
		"wizard-source":       scene{setting(opt), func(d *driver) { d.press("enter", "j", "j", "s") }},
		"wizard-launch-none":  scene{setting(idle), func(d *driver) { d.press("enter", "enter", "enter") }},
		"wizard-tried":        scene{setting(opt), func(d *driver) { d.press("enter", "enter", "t") }},
		"wizard-tried-failed": scene{setting(crashing), func(d *driver) { d.press("enter", "enter", "t") }},
		"wizard-help":         scene{setting(opt), func(d *driver) { d.press("enter", "?") }},
		"dashboard-paused":    scene{watching, func(d *driver) { d.steps(20).press("p", "f") }},
		"dashboard-pause":     scene{watching, func(d *driver) { d.steps(20).press("p") }},
		"dashboard-abort":     scene{watching, func(d *driver) { d.steps(20).press("a") }},
		"dashboard-aborting":  scene{watching, func(d *driver) { d.steps(20).press("a", "a") }},
		"dashboard-aborted":   scene{watching, func(d *driver) { d.steps(20).press("a", "a").steps(1) }},
		"dashboard-died":      scene{watching, func(d *driver) { d.steps(20).run.Die(); d.wait(1) }},
		"dashboard-problem":   scene{watching, func(d *driver) { d.steps(35).press("tab", "enter") }},
		"dashboard-filter":    scene{watching, func(d *driver) { d.steps(20).press("/").write("branch") }},
		"dashboard-off":       scene{watching, func(d *driver) { d.steps(20).press("r") }},
		"dashboard-kinds": scene{watching, func(d *driver) {
			d.run.Problems = unlinkedProblems(40)
			d.steps(35).press("tab", "down", "enter", "down")
		}},
		"dashboard-kinds-filter": scene{watching, func(d *driver) {
			d.run.Problems = unlinkedProblems(40)
			d.steps(35).press("tab", "/").write("is:note 03")
		}},
		"opening":             scene{reading(time.Hour, nil), func(d *driver) { d.wait(3) }},
		"dashboard-watching":  scene{watching, func(d *driver) { d.run.Watching = run.Another; d.steps(35) }},
		"dashboard-preparing": scene{watching, nothing},
		"dashboard-running":   scene{watching, func(d *driver) { d.steps(35) }},
		"dashboard-problems":  scene{watching, func(d *driver) { d.steps(35).press("tab") }},
		"dashboard-detail":    scene{watching, func(d *driver) { d.steps(35).press("enter") }},
		"dashboard-picture":   scene{watching, func(d *driver) { d.finish().press("z") }},
		"dashboard-log":       scene{watching, func(d *driver) { d.finish().press("z", "x", "y") }},
		"dashboard-predicted": scene{watching, func(d *driver) { d.finish().press("z", "v") }},
		"dashboard-residuals": scene{watching, func(d *driver) { d.finish().press("z", "v", "v") }},
		"dashboard-spread":    scene{watching, func(d *driver) { d.finish().press("z", "v", "v", "v") }},
		"dashboard-steer":     scene{watching, func(d *driver) { d.steps(35).press("l") }},
		"dashboard-leave":     scene{watching, func(d *driver) { d.steps(35).press("q") }},
		"dashboard-finished":  scene{watching, func(d *driver) { d.finish() }},
		"dashboard-empty":     scene{watchingOf(nil), func(d *driver) { d.steps(3) }},
		"dashboard-many":      scene{watchingOf(fakerun.Many(3000)), func(d *driver) { d.steps(12).press("G") }},
		"dashboard-help":      scene{watching, func(d *driver) { d.finish().press("?") }},
		"review":              scene{reviewing, func(d *driver) { d.press("a", "j", "x", "j", "j") }},
		"review-undecided":    scene{reviewing, nothing},
		"review-unsayable":    scene{reviewing, func(d *driver) { d.press("/").write("sortIndex").press("enter", "a") }},
		"review-branch":       scene{reviewing, func(d *driver) { d.press("/").write("branch").press("enter") }},
		"review-chance":       scene{reviewing, func(d *driver) { d.press("/").write("branch").press("enter", "right") }},
		"review-filter-none":  scene{reviewing, func(d *driver) { d.press("/").write("zzz") }},
		"review-leave":        scene{reviewing, func(d *driver) { d.press("a", "q") }},
		"review-help":         scene{reviewing, func(d *driver) { d.press("?") }},
		"review-in-place":     scene{reviewing, func(d *driver) { d.press("A", "w", "down") }},
		"review-edit":         scene{reviewing, func(d *driver) { d.press("e").write("(") }},
		"review-edit-branch":  scene{reviewing, func(d *driver) { d.press("G", "k", "k", "e") }},
		"review-tree":         scene{reviewing, func(d *driver) { d.press("t", "down") }},
		"review-alike":        scene{reviewing, func(d *driver) { d.press("t", "t") }},
		"review-diff":         scene{reviewing, func(d *driver) { d.press("A", "d") }},
		"review-write":        scene{reviewing, func(d *driver) { d.press("A", "w") }},
		"review-written":      scene{reviewing, func(d *driver) { d.press("A", "w", "enter") }},
		"compare":             scene{comparing, nothing},
		"history":             scene{remembering, func(d *driver) { d.press("left", "m") }},
		"review-rows":         scene{measured, func(d *driver) { d.press("z", "d") }},
		"model":               scene{lone("../examples/fileshare/model/fileshare.repository"), nothing},
		"model-edit":          scene{lone("../examples/fileshare/model/fileshare.repository"), func(d *driver) { d.press("enter").write(" + (").press("enter") }},
		"review-occupied": scene{reviewing, func(d *driver) {
			d.run.Occupied = "model/fileshare.calibrated.repository"
			d.press("A", "w", "enter")
		}},
		"review-undone": scene{reviewing, func(d *driver) { d.press("A", "w", "enter", "u") }},
	}
}

var sizes = [][2]int{{80, 24}, {120, 30}, {120, 40}, {200, 60}, {60, 16}, {38, 9}}

func TestScreensLookAsTheyDid(t *testing.T) {
	for name, scene := range scenes(t) {
		story(t, scene.build, func(d *driver) {
			scene.play(d)
			pictures := ""
			for _, size := range sizes {
				pictures += fmt.Sprintf("%dx%d\n%s\n\n", size[0], size[1], d.size(size[0], size[1]).screen())
			}
			t.Run(name, func(t *testing.T) { golden.RequireEqual(t, pictures) })
		})
	}
}

// unlinkedProblems are problems of two checks.
func unlinkedProblems(n int) (all []model.Problem) {
	for i := range n {
		name := fmt.Sprintf("action%03d", i)
		all = append(all, model.Problem{Severity: model.Info, Rule: "thin", Message: "few values were measured", Name: name, Element: model.ElementID("_" + name)},
			model.Problem{Severity: model.Warning, Rule: "link", Message: "no link leads to the source", Name: name, Element: model.ElementID("_" + name)})
	}
	return all
}
