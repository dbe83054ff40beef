package java

import (
	"context"
	"fmt"
	"path/filepath"

	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/java/classes"
	"beagle/measure/java/probed"
	"beagle/model"
)

// How probes get into a program: settings of Options.Delivery, and what is chosen.
const (
	Overlay = "overlay" // the program runs as it is built, with some classes replaced
	Copy    = "copy"    // a copy of the project gets the probes, is built and run
)

// Choice is how probes get into the program, and why.
type Choice struct {
	Delivery string `json:"delivery"` // one of the words of this package for it
	Why      string `json:"why"`      // one sentence for people
}

// Choose says how probes will get into the program, as far as its files tell, and what of the order gets none or
// others than asked for: nothing is run.
func Choose(ctx context.Context, o Options, order measure.Order) (Choice, []model.Problem, error) {
	sources := probed.Rewrite(order, o.Clock != "wall", false)
	choice, err := o.choose(ctx, sources)
	return choice, sources.Notes, err
}

// choose decides by which delivery probes get into the program, and says why.
func (o *Options) choose(ctx context.Context, files *probed.Sources) (Choice, error) {
	switch {
	case o.Delivery == Overlay:
		return Choice{Overlay, "measure.delivery asks for it"}, nil
	case o.Delivery == Copy && len(o.Build) == 0:
		return Choice{}, model.Problem{
			Severity: model.Error, Rule: "delivery", Message: "measure.delivery is copy, but there is no command that builds the copy",
			Hint: "set build, e.g. build: [mvn, -q, -DskipTests, package]",
		}
	case o.Delivery == Copy:
		return Choice{Copy, "measure.delivery asks for it"}, nil
	case len(o.Build) == 0:
		return Choice{Overlay, "no build is set, so the program is taken as it is built"}, nil
	}
	if why := o.whyCopy(ctx, files); why != "" {
		return Choice{Copy, why}, nil
	}
	return Choice{Overlay, "the program is built, and its classes are as new as their sources and what javac makes of them"}, nil
}

func (o *Options) whyCopy(ctx context.Context, files *probed.Sources) string {
	if len(o.Launches) == 0 {
		return "a build is set"
	}
	project, err := filepath.Abs(o.Project)
	if err != nil {
		return err.Error()
	}
	var all []string // entries of class paths of all launches
	for i := range o.Launches {
		l := &o.Launches[i]
		where, known, err := Where(project, l)
		switch {
		case err != nil:
			return model.AsProblem(err, "delivery").Message
		case !known:
			return fmt.Sprintf("launch %q starts %s, which is no plain java: where its classes are would show only when it runs", l.Name, safe.Line(filepath.Base(l.Command[0])))
		case where.Source:
			return fmt.Sprintf("launch %q compiles its source itself", l.Name)
		}
		all = append(all, where.Path...)
		// Classes that are measured may come from a library while the program that uses them was never built.
		if where.Main != "" && len(classes.Find(where.Path, []string{where.Main})) == 0 {
			return fmt.Sprintf("the project itself is not built yet, so launch %q has no main class there", l.Name)
		}
		if source := StaleElsewhere(ctx, project, where.Path); source != "" {
			return fmt.Sprintf("%s is newer than its class, which launch %q runs: it is not built", filepath.Base(source), l.Name)
		}
	}
	found := classes.Find(all, files.Classes())
	elsewhere := Elsewhere(files, found)
	for k := range files.Files {
		file := &files.Files[k]
		if elsewhere[file.Path] {
			continue
		}
		if _, ok := found[file.Class()]; !ok {
			return fmt.Sprintf("the class of %s is not where the launches have their classes: it is not built", filepath.Base(file.Path))
		}
		for _, why := range []string{Stale(file, found), ChangedByBuild(file, found)} {
			if why != "" {
				return filepath.Base(file.Path) + ": " + why
			}
		}
	}
	return ""
}

func (c Choice) String() string {
	if c.Delivery == Copy {
		return "a copy of the project gets the probes, is built and run: " + c.Why
	}
	return "the program runs as it is built, and gets its probes as it loads its classes: " + c.Why
}

func (c Choice) problem() model.Problem {
	p := model.Problem{Severity: model.Info, Rule: "delivery", Message: c.String()}
	if c.Delivery == Overlay {
		p.Hint = agentHint
	}
	return p
}

// agentHint is what an agent, even an empty one, does to a program beside its probes.
const agentHint = "a small program whose inner loops look up hash maps can take up to twice as long for that in a JVM with an agent, as larger programs do anyway: measure.delivery: copy starts it without one"
