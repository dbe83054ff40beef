package prepare

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/extract"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/run/project"
	"beagle/tui/plain"
)

// How services are driven.
const (
	exploring    = 4.0  // seconds in which inputs are looked for
	longestCall  = 0.05 // seconds
	placesDriven = 16
	drivenFor    = 4.0 // seconds of a launch
	settling     = 1.0 // seconds in which its places are measured once they are compiled
	// drivingFor bounds how many services are driven, in seconds: the sum of exploring and settling for each that is
	// looked at and of three launches for each that can be driven. A library of a hundred small methods then takes
	// minutes. The sum is planned, not measured, so that a busy machine drives the same services.
	drivingFor = 240.0
	// mostTargets is of how many services inputs can be looked for in that time.
	mostTargets = int(drivingFor / (exploring + settling))
	// leastDriven is how long a call has to take at a place of the design where probes stand inside it, in seconds: 20
	// times what they take in one.
	leastDriven = 3e-6
	// launchesDriven is how often a driver is launched where nothing else says so.
	launchesDriven = 3
)

// driven is an implementation of a service that can be driven.
type driven struct {
	class string // that has it
	// launch gives the launch that drives it for so many seconds. One alone, without calls of other services, is timed
	// by batches of calls without probes; in others probes stand, so that their calls have to last.
	launch func(alone bool, seconds float64) (project.Tried, error)
}

// drivers are the launches that drive services, as they are found.
type drivers struct {
	*trial
	x      *driver.Index
	named  Named
	folder string
	tried  int // services of which inputs were looked for
}

// drivers reads the program's classes, unless nothing may be driven: then it is nil.
func (t *trial) drivers(ctx context.Context) (*drivers, error) {
	if t.ways.own || t.stops || t.driveMode() == "off" {
		return nil, nil
	}
	return t.open(ctx)
}

// open reads the program's classes; nil: they cannot be read, which was said.
func (t *trial) open(ctx context.Context) (*drivers, error) {
	d, err := t.read(ctx)
	if err != nil {
		t.Warn(model.AsProblem(err, "drive"))
		return nil, ctx.Err()
	}
	return d, nil
}

func (t *trial) read(ctx context.Context) (*drivers, error) {
	folder := t.driverFolder()
	x, err := t.index(ctx, folder)
	if err != nil {
		return nil, err
	}
	t.driven = map[string][]driven{}
	return &drivers{trial: t, x: x, named: NamedIn(t.App, x, t.cfg.Drive), folder: folder}, nil
}

func (t *trial) driverFolder() string {
	return filepath.Join(filepath.Dir(t.cfg.Model), launchFolder, ".drivers")
}

// driveMode is drive.mode, unless somebody has said otherwise for this time.
func (t *trial) driveMode() string {
	if t.drives == "off" || t.drives == "on" {
		return t.drives
	}
	return t.cfg.Drive.Mode
}

// inputs is the folder of calls that launches make in the trial; empty: nothing will be driven.
func (t *trial) inputs() string {
	if t.judging == nil || t.ways.own || t.driveMode() == "off" {
		return ""
	}
	return filepath.Join(t.driverFolder(), "inputs")
}

// spent reports whether the services that were looked at take all of drivingFor, and tells how many others are left.
func (d *drivers) spent(others int) bool {
	n := 0
	for _, all := range d.driven {
		n += len(all)
	}
	if float64(d.tried)*(exploring+settling)+float64(n*launchesDriven)*drivenFor < drivingFor {
		return false
	}
	d.Say("%s more are not driven: launches of the program say what they take", quantity.Plural(others, "service", "services"))
	return true
}

// add finds out whether a service can be driven; an error ends all.
func (d *drivers) add(ctx context.Context, t target) (bool, error) {
	d.tried++
	launch, err := d.drivenBy(ctx, t.method, t.folder(d.folder))
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil:
		d.notDriven(err)
		return false, nil
	}
	d.driven[t.service.ID] = append(d.driven[t.service.ID], driven{t.class, launch})
	return true, nil
}

// drive finds out which of the chosen services that are entered can be driven: tests say what is called how often, but
// hardly vary what it is called with.
func (t *trial) drive(ctx context.Context, choice *extract.Choice) error {
	if t.driven != nil {
		return nil
	}
	d, err := t.drivers(ctx)
	if d == nil {
		return err
	}
	defer d.x.Close()
	services := t.candidates.Services()
	var all []*structure.Service
	for _, seff := range choice.Entered() {
		if s := services[seff]; s.Class != "" {
			all = append(all, s)
		}
	}
	may, err := d.permitted(ctx, d.targets(all, mostTargets))
	if err != nil {
		return err
	}
	var methods []*driver.Method
	for _, one := range may {
		methods = append(methods, one.method)
	}
	if err := d.x.Compile(ctx, filepath.Join(d.folder, "compiled"), methods...); err != nil {
		return err
	}
	for i, one := range may {
		if d.spent(len(all) - i) {
			break
		}
		if _, err := d.add(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

// target is an implementation of a service that may be driven.
type target struct {
	service *structure.Service
	class   string // that has it
	method  *driver.Method
	harm    string // as Index.Harm says it; empty: it only computes
}

// folder names the folder of its launch within the folder of all drivers.
func (t *target) folder(below string) string {
	name := strings.TrimPrefix(t.service.ID, "_")
	if t.class != t.service.Class {
		name += "-" + t.class
	}
	return filepath.Join(below, name)
}

// targets are the first implementations of services, so many at most, with their methods; of those that have none it is
// said why.
func (d *drivers) targets(services []*structure.Service, most int) (all []target) {
	for _, s := range services {
		for _, class := range implementations(s) {
			m, err := d.find(s, class)
			switch {
			case len(all) == most:
				return all
			case err != nil:
				d.notDriven(err)
			case len(m.Names) > 0: // else nothing varies by which a model tells calls apart
				all = append(all, target{s, class, m, d.x.Harm(m)})
			}
		}
	}
	return all
}

// find is the method that implements a service in a class, which may name narrower types than the service does.
func (d *drivers) find(s *structure.Service, class string) (*driver.Method, error) {
	whole := methodName(s, class)
	m, err := d.x.Find(whole)
	if err != nil && class != s.Class {
		name, _, _ := strings.Cut(whole, "(")
		m, err = d.x.Find(name)
	}
	return m, err
}

// implementations are the classes that have a service's implementations.
func implementations(s *structure.Service) (classes []string) {
	for _, way := range s.Ways {
		classes = append(classes, way.Class)
	}
	if len(classes) == 0 {
		return []string{s.Class}
	}
	return classes
}

// asking reports whether a person is asked which methods drivers may call.
func (t *trial) asking() bool { return t.asks && t.driveMode() == "ask" }

// permitted are the targets that drivers may call: those that do no harm, and those that settings allow by name. In
// mode ask a person at a terminal chooses.
func (d *drivers) permitted(ctx context.Context, all []target) (may []target, err error) {
	var rows []string
	var chosen []bool
	for _, one := range all {
		rows = append(rows, one.method.String()+" "+cmp.Or(one.harm, "only computes"))
		chosen = append(chosen, one.harm == "" || d.named.Allowed(one.method))
	}
	asks := d.asking()
	if asks && len(all) > 0 {
		d.Say("Beagle can call these methods itself, with inputs of many sizes, in an empty folder (drive.mode in beagle.yaml answers for good):")
		if chosen, err = plain.New(d.In, d.Err).Some(ctx, "Which may it call?", rows, chosen); err != nil {
			return nil, err
		}
	}
	for i, yes := range chosen {
		switch {
		case yes:
			may = append(may, all[i])
		case !asks:
			d.refuse(all[i])
		}
	}
	return may, nil
}

// refuse says which harm a target could do, so that nobody calls it unasked.
func (d *drivers) refuse(t target) {
	d.notDriven(model.Problem{
		Message: t.method.String() + " " + t.harm,
		Hint:    fmt.Sprintf("to drive it all the same, write into beagle.yaml: drive: {allow: [%q]}", d.x.Shortest(t.method)),
	})
}

func (t *trial) withDrivers(kept []project.Tried) []project.Tried {
	var drivers []project.Tried
	services, driven := entered(t.judged), map[string]bool{}
	for _, s := range services {
		for _, by := range t.driven[s.ID] {
			if !slices.Contains(implementations(s), by.class) { // launches of the program run another one
				continue
			}
			if one, err := by.launch(len(structure.Callees(s)) == 0, drivenFor); err != nil {
				t.notDriven(err)
			} else {
				one.Launch.Drives, driven[s.ID] = s.ID, true
				drivers = append(drivers, one)
			}
		}
	}
	if len(drivers) == 0 {
		return kept
	}
	t.Say("Driven by generated programs, with inputs of many sizes: %d of %s that are entered", len(driven), quantity.Plural(len(services), "service", "services"))
	return append(drivers, kept...) // first, since they alone teach what they drive: time may end before all are made
}

// NotDriven is the rule of problems that say why no driver calls a service.
const NotDriven = "not-driven"

// notDriven says why no driver calls a service, so that launches of the program alone say what it takes.
func (t *trial) notDriven(err error) {
	p := whyNot(err)
	p.Message = "Not driven: " + p.Message
	t.Found(p)
}

func whyNot(err error) model.Problem {
	p := model.AsProblem(err, "drive")
	return model.Problem{Severity: model.Warning, Rule: NotDriven, Message: p.Message, Hint: cmp.Or(p.Hint, "add a launch whose inputs vary under launch: in beagle.yaml")}
}

func (t *trial) index(ctx context.Context, folder string) (*driver.Index, error) {
	compiled, err := t.ways.project.Compile(ctx, filepath.Join(folder, "classes"))
	if err != nil {
		return nil, err
	}
	return driver.Read(ctx, driver.Program{Own: compiled.Classes, ClassPath: slices.Concat(compiled.Resources, t.ways.project.ClassPath), Folder: folder, Project: t.ways.project.Dir, Recorded: t.inputs()})
}

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

// methodName is a service's method in a class as driver.Index finds it: Class.method(Type,Type).
func methodName(s *structure.Service, class string) string {
	_, parameters, _ := strings.Cut(s.Op.Key, "(")
	var types []string
	for name := range strings.SplitSeq(strings.TrimSuffix(parameters, ")"), ",") {
		if name = strings.ReplaceAll(name, "$", "."); name != "" {
			types = append(types, name[strings.LastIndexByte(name, '.')+1:])
		}
	}
	return strings.ReplaceAll(class, "$", ".") + "." + s.Op.Name + "(" + strings.Join(types, ",") + ")"
}

// tellable reports whether anything varies that is no state of the method's object: a service has parameters only.
func tellable(ranges []driver.Range) bool {
	return slices.ContainsFunc(ranges, func(r driver.Range) bool { return r.High > r.Low && !strings.HasPrefix(r.Name, "this.") })
}

// lasting leaves out places at which calls are shorter than leastDriven. On a busy machine some are not measured in time:
// these stay.
func lasting(places []driver.Place, warm []driver.Observation) (all []driver.Place) {
	for i, p := range places {
		if !slices.ContainsFunc(warm, func(o driver.Observation) bool { return o.Place == i && o.Seconds < leastDriven }) {
			all = append(all, p)
		}
	}
	return all
}

func (d *drivers) drivenBy(ctx context.Context, m *driver.Method, folder string) (func(bool, float64) (project.Tried, error), error) {
	if err := os.RemoveAll(folder); err != nil {
		return nil, err
	}
	step, end := d.Steps()
	defer end()
	step("Finding inputs of " + m.String())
	one, err := d.x.New(ctx, m, folder, d.named.Inputs(m))
	if err != nil {
		return nil, err
	}
	design, err := one.Explore(ctx, exploring, longestCall, placesDriven)
	if err != nil {
		return nil, err
	}
	if !tellable(design.Ranges) {
		return nil, fmt.Errorf("%s: only its object varies, by which a model tells no calls apart", m)
	}
	if name := design.StandsIn(); name != "" {
		return nil, model.Problem{Message: fmt.Sprintf("%s: nothing that can be made implements %s, so that calls would do less than in the program", m, name), Hint: d.x.OwnInputs(m, "")}
	}
	warm, err := one.Measure(ctx, design.Places, settling)
	if err != nil {
		return nil, err
	}
	return func(alone bool, seconds float64) (project.Tried, error) {
		places := design.Places
		if !alone {
			places = lasting(places, warm.Observations)
		}
		return d.launch(one, folder, places, seconds, alone)
	}, nil
}

func (t *trial) launch(d *driver.Driver, folder string, places []driver.Place, seconds float64, batches bool) (project.Tried, error) {
	if len(places) == 0 {
		return project.Tried{}, fmt.Errorf("%s takes less than %s a call whatever its inputs, 20 times what probes take", d.Method, quantity.Seconds(leastDriven))
	}
	command, err := d.Command(folder, places, seconds, batches)
	if err != nil {
		return project.Tried{}, err
	}
	for i, word := range command { // as others name it who have the project elsewhere
		if inside, found := strings.CutPrefix(strings.TrimPrefix(word, "@"), t.ways.project.Dir+string(filepath.Separator)); found {
			command[i] = word[:len(word)-len(strings.TrimPrefix(word, "@"))] + inside
		}
	}
	const second = 1e9
	return project.Tried{Launch: measure.Launch{Name: driverOf + d.Method.String(), Command: command}, Took: time.Duration(seconds * second)}, nil
}
