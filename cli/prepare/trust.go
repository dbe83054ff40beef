package prepare

import (
	"context"
	"strings"

	"beagle/cli/app"
	"beagle/extract/project"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/tui/plain"
)

// Code is code of a project that is about to run.
type Code struct {
	Dir      string   // the project's folder
	Commands []string // that run it, as a person would type them
	Trust    bool     // the person has said --trust: it runs, now and later
	Ordered  bool     // the person has said so for this time, as with model --yes
}

// MayRun says which commands run the project's code, before the first one does. It asks a person at
// a terminal once for each folder, and again when a file has changed that decides what they run.
// Where nobody can be asked, the code runs only on the person's word.
func MayRun(ctx context.Context, a *app.App, c Code) error {
	commands := strings.Join(c.Commands, "; ")
	switch {
	case c.Trust:
		if err := app.Agree(c.Dir); err != nil {
			return err
		}
	case c.Ordered, app.Agreed(c.Dir):
	case a.Screens():
		a.Say("Beagle needs to run code of the project in %s: %s\nThat code can do all that you can. Beagle asks again when build files change.", safe.Line(safe.Shown(c.Dir)), safe.Line(commands))
		yes, err := plain.New(a.In, a.Err).Yes(ctx, "Run it?")
		if err != nil {
			return err
		}
		if !yes {
			return app.Exit(app.Aborted, model.Problem{Severity: model.Error, Rule: "trust", File: c.Dir, Message: "nothing of the project was run", Hint: "beagle extract makes a model of its sources without running anything"})
		}
		return app.Agree(c.Dir)
	default:
		return model.Problem{
			Severity: model.Error, Rule: "trust", File: c.Dir, Message: "this runs code of the project, and nobody has agreed to that: " + safe.Line(commands),
			Hint: "read its build files; then write --trust, which is remembered until one of them changes",
		}
	}
	a.Say("Running code of the project in %s: %s", safe.Line(safe.Shown(c.Dir)), safe.Line(commands))
	return nil
}

// Building are the commands with which a project is built and launched: those that are said, else what its build files
// need.
func Building(dir string, build []string) []string {
	switch gradle := project.Gradle(dir); {
	case len(build) > 0:
		return []string{strings.Join(build[:min(len(build), mostShown)], " "), "its launches"}
	case project.Has(dir, "pom.xml"):
		return []string{"mvn, with its plug-ins, extensions and .mvn", "its tests and classes with main"}
	case gradle != "":
		return []string{gradle + ", with its settings, scripts and plug-ins", "its tests and classes with main"}
	}
	return []string{"its tests and classes with main"}
}
