package prepare

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/extract"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/run/project"
)

// How services are driven.
const (
	exploring    = 8.0  // seconds in which inputs are looked for
	longestCall  = 0.05 // seconds
	placesDriven = 16
	drivenFor    = 4.0 // seconds of a launch
	// leastDriven is how long a call has to take at a place of the design, in seconds: 20 times what probes take in one.
	leastDriven = 3e-6
)

// drive drives the services of the model that are entered and that can be driven: tests say what is called how often, but hardly vary
// what it is called with. Where all are driven, tests are measured no more.
func (t *trial) drive(ctx context.Context, kept []project.Tried) ([]project.Tried, error) {
	if t.judging == nil || t.stops {
		return kept, nil
	}
	folder := filepath.Join(filepath.Dir(t.cfg.Model), launchFolder, "drivers")
	x, err := t.index(ctx, folder)
	if err != nil {
		t.Warn(model.AsProblem(err, "drive"))
		return kept, nil
	}
	defer x.Close()
	var driven []project.Tried
	var not []string // that are not, and why
	for _, s := range entered(t.judged) {
		step, end := t.Steps()
		step("Finding inputs of " + s.Op.Name)
		one, err := drivenBy(ctx, x, s, filepath.Join(folder, strings.TrimPrefix(s.ID, "_")))
		end()
		if ctx.Err() != nil {
			return kept, ctx.Err()
		}
		if err != nil {
			not = append(not, model.AsProblem(err, "drive").Message)
			continue
		}
		driven = append(driven, one)
	}
	if len(driven) > 0 {
		t.Say("Driven by generated programs, with inputs of many sizes: %s", strings.Join(quantity.Some(namesOf(driven), 8), ", "))
	}
	for _, why := range not {
		t.Warn(model.Problem{
			Severity: model.Warning, Rule: "not-driven", Message: "not driven, so that tests and mains alone say what it takes: " + why,
			Hint: "add a launch whose inputs vary under launch: in beagle.yaml",
		})
	}
	if len(not) == 0 {
		kept = slices.DeleteFunc(slices.Clone(kept), func(one project.Tried) bool { return t.ways.tests(one.Launch.Name) })
	}
	return append(kept, driven...), nil
}

// index knows the program's classes.
func (t *trial) index(ctx context.Context, folder string) (*driver.Index, error) {
	compiled, err := t.ways.project.Compile(ctx, filepath.Join(folder, "classes"))
	if err != nil {
		return nil, err
	}
	return driver.Read(ctx, driver.Program{Own: compiled.Classes, ClassPath: slices.Concat(compiled.Resources, t.ways.project.ClassPath), Folder: folder})
}

// entered are the services of a model that are entered from outside.
func entered(r *extract.Result) (all []*structure.Service) {
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if s.Entry && s.Class != "" {
				all = append(all, s)
			}
		}
	}
	return all
}

// methodName is a service's method as driver.Index finds it: Class.method(Type,Type).
func methodName(s *structure.Service) string {
	_, parameters, _ := strings.Cut(s.Op.Key, "(")
	var types []string
	for name := range strings.SplitSeq(strings.TrimSuffix(parameters, ")"), ",") {
		if name = strings.ReplaceAll(name, "$", "."); name != "" {
			types = append(types, name[strings.LastIndexByte(name, '.')+1:])
		}
	}
	return strings.ReplaceAll(s.Class, "$", ".") + "." + s.Op.Name + "(" + strings.Join(types, ",") + ")"
}

// drivenBy is a launch that drives a service.
func drivenBy(ctx context.Context, x *driver.Index, s *structure.Service, folder string) (project.Tried, error) {
	m, err := x.Find(methodName(s))
	if err != nil {
		return project.Tried{}, err
	}
	if harm := x.Harm(m); harm != "" {
		return project.Tried{}, fmt.Errorf("%s %s", m, harm)
	}
	if err := os.RemoveAll(folder); err != nil {
		return project.Tried{}, err
	}
	d, err := x.New(ctx, m, folder, "")
	if err != nil {
		return project.Tried{}, err
	}
	design, err := d.Explore(ctx, exploring, longestCall, placesDriven)
	if err != nil {
		return project.Tried{}, err
	}
	var places []driver.Place
	for i, p := range design.Places {
		if design.Takes[i] >= leastDriven {
			places = append(places, p)
		}
	}
	if len(places) == 0 {
		return project.Tried{}, fmt.Errorf("%s takes less than %s a call whatever its inputs, 20 times what probes take", m, quantity.Seconds(leastDriven))
	}
	command, err := d.Command(folder, places, drivenFor)
	if err != nil {
		return project.Tried{}, err
	}
	const second = 1e9
	return project.Tried{Launch: measure.Launch{Name: "driver of " + m.String(), Command: command}, Took: drivenFor * second}, nil
}

// namesOf are the names of launches.
func namesOf(tried []project.Tried) (names []string) {
	for _, one := range tried {
		names = append(names, one.Launch.Name)
	}
	return names
}
