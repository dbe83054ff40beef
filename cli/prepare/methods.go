package prepare

import (
	"context"
	"io"
	"maps"
	"slices"

	"beagle/cli/app"
	"beagle/extract/structure"
	"beagle/measure"
	"beagle/run"
	"beagle/tui/wizard"
)

// methods are the entered services of an extracted model as drivers see them, for a person who chooses.
type methods struct {
	*drivers
	list    []wizard.Method
	targets map[string]target // by the names of the methods
}

// Methods finds the methods of an extracted model that drivers could call, those first that together run most of the
// program. Nothing of the program runs.
func Methods(ctx context.Context, a *app.App, cfg run.Config) (wizard.Methods, error) {
	quiet := *a
	quiet.Err = io.Discard // the screens are there
	r, err := sameAgain(ctx, &cfg, nil)
	if err != nil {
		return nil, err
	}
	t := &trial{App: &quiet, cfg: &cfg, ways: ways{project: r.Project}, judging: r}
	d, err := t.read(ctx)
	if err != nil {
		return nil, err
	}
	m := &methods{drivers: d, targets: map[string]target{}}
	services := map[string]*structure.Service{}
	for _, s := range entered(r) {
		services[s.ID] = s
	}
	chosen := float64(exploring + settling + launchesDriven*drivenFor)
	for i, one := range d.targets(d.ordered(services), len(services)) {
		name := one.method.String()
		m.targets[name] = one
		m.list = append(m.list, wizard.Method{
			Name: name, Setting: d.x.Shortest(one.method), Harm: one.harm, Launch: driverOf + name,
			Likely: float64(i+1)*chosen <= drivingFor && (one.harm == "" || d.named.Allowed(one.method)),
		})
	}
	return m, nil
}

// ordered are services in the order in which together they run most of the program.
func (d *drivers) ordered(services map[string]*structure.Service) (all []*structure.Service) {
	_, reach := d.reach(services)
	take := func(seff string) (bool, error) {
		all = append(all, services[seff])
		return true, nil
	}
	_ = cover(reach, func(int) bool { return false }, take) // take cannot fail
	for _, seff := range slices.Sorted(maps.Keys(services)) {
		if !slices.Contains(all, services[seff]) {
			all = append(all, services[seff])
		}
	}
	return all
}

// List are the methods.
func (m *methods) List() []wizard.Method { return m.list }

// Drive looks for inputs of a method, which calls it, and is the launch that drives it. The error is a model.Problem
// that says what a person can add.
func (m *methods) Drive(ctx context.Context, name string) (measure.Launch, error) {
	one := m.targets[name]
	launch, err := m.drivenBy(ctx, one.method, one.folder(m.folder))
	if err != nil {
		return measure.Launch{}, whyNot(err)
	}
	tried, err := launch(len(structure.Callees(one.service)) == 0, drivenFor)
	if err != nil {
		return measure.Launch{}, whyNot(err)
	}
	tried.Launch.Drives, tried.Launch.Repeat = one.service.ID, launchesDriven
	return tried.Launch, nil
}

// Close forgets the program.
func (m *methods) Close() { m.x.Close() }
