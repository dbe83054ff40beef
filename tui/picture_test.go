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

// A slider goes through the rounds of learning: the expression and the points of then.
func TestThePictureGoesBackThroughTheRounds(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.finish().size(100, 40).press("z").misses("Earlier")
		now := strings.Count(d.screen(), "•")
		d.press("]").sees("Can't go on a round: this is how it stands now")
		d.press("[").sees("after round 8 of learning, from the first 8 launches", "expression of round 8", "0.00035 + 1.2E-8 * file.BYTESIZE")
		d.press(strings.Split("[[[[[[[", "")...).sees("after round 1 of learning, from the first launch", "Then     0.0124", "by average")
		if then := strings.Count(d.screen(), "•"); then >= now/2 {
			t.Errorf("%d points then, %d now", then, now)
		}
		d.press("[").sees("Can't go back a round: this is the first round")
		d.press("o").sees("Can't show rivals: rivals are drawn beside what stands now")
		d.press("]").sees("after round 2").press("right").misses("Earlier")
	})
}

func TestThePictureCanBeLookedAtInOtherWays(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.finish().size(100, 40).press("z").sees("measured over the input", "fitness")
		d.press("v").sees("measured against predicted").press("v").sees("residuals").press("v").sees("how often", "█")
		d.press("x").sees("bars have no such axis")
		d.press("z").sees("Elements")
	})
}
