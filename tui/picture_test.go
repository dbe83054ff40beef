package tui

import (
	"strings"
	"testing"
)

// Every layout that shows an element shows its picture.
func TestThereIsAPictureInEveryLayout(t *testing.T) {
	for name, build := range map[string]func(*driver){"dashboard": watching, "review": reviewing} {
		story(t, build, func(d *driver) {
			if name == "dashboard" {
				d.finish()
			}
			for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 24}, {120, 30}, {120, 40}, {160, 30}, {200, 60}} {
				if !strings.Contains(d.size(size[0], size[1]).screen(), "•") {
					t.Errorf("%s: no picture at %v:\n%s", name, size, d.screen())
				}
			}
		})
	}
}

func TestThePictureCanBeLookedAtInOtherWays(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.finish().size(100, 40).press("z").sees("measured over the input", "fitness")
		d.press("v").sees("measured against predicted").press("v").sees("residuals").press("v").sees("how often", "█")
		d.press("x").sees("bars have no such axis")
		d.press("z").sees("Elements")
	})
}
