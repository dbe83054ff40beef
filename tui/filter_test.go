package tui

import (
	"strings"
	"testing"
)

func TestEveryListIsFilteredAlike(t *testing.T) {
	for name, build := range map[string]func(*driver){
		"dashboard": func(d *driver) { watching(d); d.run.Finish() },
		"review":    reviewing,
		"wizard":    setting(emptyProject(t)),
	} {
		t.Run(name, func(t *testing.T) {
			story(t, build, func(d *driver) {
				if name == "wizard" {
					d.press("enter")
				}
				d.sees("computeHash")
				d.press("/").sees("/ █", "enter keep", "esc no filter", "f1 help")
				d.paste("deflate").sees("/ deflate█", "deflate CPU").misses("computeHash")
				d.press("enter").sees("/ deflate").misses("█")
				d.press("esc").sees("computeHash").misses("/ deflate")
				d.press("/").paste("nothing like it").press("enter").sees("/ nothing like it").misses("█").press("esc").sees("computeHash")
				d.press("/").paste("\x1b[31mred\n").sees("/ ").misses("\x1b").press("ctrl+u").sees("/ █").press("esc")
				d.press("/").paste(strings.Repeat("deflate ", 1000)).press("enter", "esc").sees("computeHash")
			})
		})
	}
}

func TestAPasteDoesNotReachBehindAQuestion(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("a", "/", "ctrl+c").sees("Leave without writing?").paste("deflate").press("esc").sees("/ █")
	})
}
