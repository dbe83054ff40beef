package tui

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"beagle/run"
	"beagle/tui/internal/fakerun"
)

// scenes are the states of the screens that are kept as pictures.
func scenes(t *testing.T) map[string]struct {
	build func(*driver)
	play  func(*driver)
} {
	t.Helper()
	opt := project(t)
	opt.Config.Project = "/project" // the header and the fields must not depend on the folder of the test
	opt.Config.Model, opt.Config.Links = "/project/model/fileshare.repository", "/project/model/links.xml"
	opt.Config.Sources = []string{"/project/src/main/java"}
	bare := unlinked(t)
	bare.Config.Project, bare.Config.Model, bare.Config.Links, bare.Config.Sources = opt.Config.Project, opt.Config.Model, "", opt.Config.Sources
	propose := bare.ProposeLinks
	bare.ProposeLinks = func(c run.Config) (*run.LinkProposal, error) {
		found, err := propose(c)
		found.File = "/project/model/fileshare.links.json"
		return found, err
	}
	type scene = struct{ build, play func(*driver) }
	nothing := func(*driver) {}
	return map[string]struct{ build, play func(*driver) }{
		"wizard-project":      {setting(opt), nothing},
		"wizard-selection":    scene{setting(opt), func(d *driver) { d.press("enter", "j", "j", "space") }},
		"wizard-unlinked":     {setting(bare), nothing},
		"wizard-proposal":     scene{setting(bare), func(d *driver) { d.press("enter", "j") }},
		"wizard-launches":     scene{setting(opt), func(d *driver) { d.press("enter", "enter") }},
		"wizard-launch-form":  scene{setting(opt), func(d *driver) { d.press("enter", "enter", "e", "tab") }},
		"wizard-timeout":      scene{setting(opt), func(d *driver) { d.press("enter", "enter", "enter", "down", "tab") }},
		"wizard-machine":      scene{setting(opt), func(d *driver) { d.press("enter", "enter", "enter", "enter") }},
		"wizard-overview":     scene{setting(opt), func(d *driver) { d.press("enter", "n", "j", "j", "space", "enter", "enter", "enter", "enter") }},
		"dashboard-preparing": scene{watching, nothing},
		"dashboard-running":   scene{watching, func(d *driver) { d.steps(35) }},
		"dashboard-problems":  scene{watching, func(d *driver) { d.steps(35).press("tab") }},
		"dashboard-detail":    scene{watching, func(d *driver) { d.steps(35).press("enter") }},
		"dashboard-leave":     scene{watching, func(d *driver) { d.steps(35).press("q") }},
		"dashboard-finished":  scene{watching, func(d *driver) { d.finish() }},
		"dashboard-empty":     scene{watchingOf(nil), func(d *driver) { d.steps(3) }},
		"dashboard-many":      scene{watchingOf(fakerun.Many(3000)), func(d *driver) { d.steps(12).press("G") }},
		"dashboard-help":      scene{watching, func(d *driver) { d.finish().press("?") }},
		"review":              scene{reviewing, func(d *driver) { d.press("space", "j", "x", "j", "j") }},
		"review-edit":         scene{reviewing, func(d *driver) { d.press("e").write("(") }},
		"review-edit-branch":  scene{reviewing, func(d *driver) { d.press("G", "k", "e") }},
		"review-diff":         scene{reviewing, func(d *driver) { d.press("A", "d") }},
		"review-write":        scene{reviewing, func(d *driver) { d.press("A", "w") }},
		"review-written":      scene{reviewing, func(d *driver) { d.press("A", "w", "enter") }},
	}
}

var sizes = [][2]int{{80, 24}, {120, 40}, {60, 16}, {38, 9}}

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
