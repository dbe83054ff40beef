package tui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/run"
	"beagle/tui/internal/fakerun"
	"beagle/tui/keys"
	"beagle/tui/text"
	"beagle/tui/wizard"
)

// touring is the wizard on the home screen with the tour beside it.
func touring(opt wizard.Options) func(*driver) {
	return func(d *driver) {
		d.run = fakerun.New(fakerun.Fileshare())
		r := d.run
		opt.Start = func(run.Config) (run.Run, error) { return r, nil }
		newHome(d.app, HomeOptions{
			List:    func() (HomeListing, error) { return HomeListing{Here: HomePlace{Folder: "/home/you"}}, nil },
			Example: func() (WizardOptions, error) { return opt, nil },
			First:   &opt, Touring: true,
		})
	}
}

// begin goes through the wizard to the analysis.
func begin(d *driver) *driver { return d.press("enter", "enter", "enter", "enter", "enter", "enter") }

func TestTheTourSaysOnEachScreenWhatIsSeenAndWhy(t *testing.T) {
	story(t, touring(emptyProject(t)), func(d *driver) {
		d.sees("Tour: The project", "Why: The model says which steps", "▸ enter goes on")
		for _, title := range []string{"What is measured", "How the program is run", "When it ends", "Probes and clock", "Everything once more"} {
			d.press("enter").sees("Tour: " + title)
		}
		d.press("enter").sees("Tour: It is being prepared")
		d.steps(15).sees("Tour: What happens now (1 of 3)", "f3 next").press("f3").sees("What was learnt so far (2 of 3)")
		d.press("z").sees("Tour: The large picture").press("esc").sees("What was learnt so far (2 of 3)")
		d.finish().sees("Tour: It has ended").press("r").sees("Tour: You decide (1 of 4)")
		d.press("f3", "f3", "f3").sees("Tour: Write").press("f3").sees("You decide (1 of 4)")
		d.press("A", "d").sees("Tour: The change").press("esc", "w").sees("Tour: Where to").press("enter").sees("Tour: It is in the model")
		d.press("enter", "esc", "esc").sees("Tour: That was the way", "o opens a project of your own")
		d.press("f4").sees("The tour has ended").misses("Why:")
		d.press("t").sees("Tour: The project")
	})
}

func TestATextFieldTakesTheKeysOfTheTourForNoText(t *testing.T) {
	story(t, touring(emptyProject(t)), func(d *driver) {
		d.press("f3").sees("model/fileshare.repository", "Tour: The project")
		d.press("f4").misses("Tour:").sees("step 1 of 6")
	})
}

func TestAnotherProjectIsSetUpWithoutTheTour(t *testing.T) {
	h := inhabited(t)
	h.opt.Example = func() (WizardOptions, error) { return emptyProject(t), nil }
	story(t, h.home, func(d *driver) {
		d.press("t").sees("Tour: The project").press("esc").sees("Tour: That was the way")
		d.to("Set up an analysis here").press("enter").sees("step 1 of 6").misses("Tour:")
	})
}

func TestATourWithoutAJDKSaysWhatToInstall(t *testing.T) {
	h := inhabited(t)
	h.opt.Example = func() (WizardOptions, error) {
		return WizardOptions{}, model.Problem{Message: "javac is not on the PATH", Hint: "Install a JDK"}
	}
	story(t, h.home, func(d *driver) {
		d.press("t").sees("Can't start the tour", "javac is not on the PATH", "Install a JDK")
	})
	h.opt.Example = func() (WizardOptions, error) { return WizardOptions{}, errors.New("no room") }
	story(t, h.home, func(d *driver) { d.press("t").sees("no room").press("esc").sees("Home") })
}

// A place that nobody comes to would never be said anything about.
func TestEveryStopOfTheTourIsAtAPlaceThatThereIs(t *testing.T) {
	places := []string{
		"Project", "Selection", "Launches", "Timeout", "Measuring", "Overview",
		"Dashboard: preparing", "Dashboard: running", "Dashboard: ended", "Review: writing",
	}
	for _, scope := range keys.Scopes {
		places = append(places, scope.Title)
	}
	for _, stop := range TourStops {
		if !slices.Contains(places, stop.Place) {
			t.Errorf("%s: there is no place %q", stop.Title, stop.Place)
		}
	}
}

func TestEveryStopOfTheTourIsReadWholeOnASmallTerminal(t *testing.T) {
	for _, stop := range TourStops {
		const room = 5 // between its title and what to do, at 80x24
		if lines := len(text.Wrap(stop.Seen, 76)) + len(text.Wrap("Why: "+stop.Why, 76)); lines > room {
			t.Errorf("%s takes %d lines of %d", stop.Title, lines, room)
		}
		if stop.Do == "" || text.Width(stop.Do) > 70 {
			t.Errorf("%s: what to do is %q", stop.Title, stop.Do)
		}
	}
	if said := TourText(); strings.Count(said, "Seen: ") != len(TourStops) {
		t.Error("the text lacks stops")
	}
}
