package prepare

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"beagle/extract/structure"
	"beagle/internal/quantity"
)

// driveInstead has drivers call the program where nothing else can be launched, as of a library without tests: those
// services that together run most of its methods. They become the launches to be tried, which show what the services of
// the model are.
func (t *trial) driveInstead(ctx context.Context) error {
	d, err := t.drivers(ctx)
	if d == nil {
		return err
	}
	defer d.x.Close()
	candidates, err := t.judging.Candidates(ctx)
	if err != nil {
		return err
	}
	services := candidates.Services()
	targets, reach := d.reach(services)
	if d.asking() {
		if reach, err = d.agreed(ctx, targets, reach); err != nil {
			return err
		}
	}
	t.Say("Nothing launches the program by itself: services are called that run most of it")
	if err := cover(reach, d.spent, func(seff string) (bool, error) { return d.add(ctx, targets[seff]) }); err != nil {
		return err
	}
	for _, seff := range slices.Sorted(maps.Keys(t.driven)) {
		launch := t.driven[seff][0].launch // the first implementation
		one, err := launch(false, settling)
		if err != nil { // its calls are short, and so is what they call
			one, err = launch(true, settling)
		}
		if err != nil {
			t.notDriven(err)
			continue
		}
		t.cfg.Launch = append(t.cfg.Launch, one.Launch)
	}
	if t.instead = len(t.cfg.Launch) > 0; !t.instead {
		t.tried.idle = append(t.tried.idle, fmt.Sprintf("no driver can call any of %s", quantity.Plural(len(services), "service", "services")))
	}
	return nil
}

// reach is which services may be driven without harm, and which methods of the program each may run.
func (d *drivers) reach(services map[string]*structure.Service) (targets map[string]target, reach map[string]map[string]bool) {
	targets, reach = map[string]target{}, map[string]map[string]bool{}
	for seff, s := range services {
		if s.Class == "" {
			continue
		}
		m, err := d.find(s, s.Class)
		if err != nil || len(m.Names) == 0 { // nothing varies by which a model tells calls apart
			continue
		}
		if methods, harm := d.x.Reach(m); harm == "" || d.named.Allowed(m) {
			targets[seff], reach[seff] = target{s, s.Class, m, harm}, methods
		}
	}
	return targets, reach
}

// agreed leaves those services that a person chooses of the ones that run most of the program.
func (d *drivers) agreed(ctx context.Context, targets map[string]target, reach map[string]map[string]bool) (map[string]map[string]bool, error) {
	var all []target
	full := func(int) bool { return len(all) == mostTargets }
	if err := cover(maps.Clone(reach), full, func(seff string) (bool, error) {
		all = append(all, targets[seff])
		return true, nil
	}); err != nil {
		return nil, err
	}
	may, err := d.permitted(ctx, all)
	left := map[string]map[string]bool{}
	for _, one := range may {
		left[one.service.ID] = reach[one.service.ID]
	}
	return left, err
}

// cover goes through services by the methods that each may run: each time the one that runs most of those that no
// driven one runs (the greedy set cover, Chvátal 1979). It ends where nothing is left, or time is spent.
func cover(reach map[string]map[string]bool, spent func(others int) bool, drive func(seff string) (bool, error)) error {
	covered := map[string]bool{}
	for {
		next, most := "", 0
		for _, seff := range slices.Sorted(maps.Keys(reach)) {
			if n := uncovered(reach[seff], covered); n > most {
				next, most = seff, n
			}
		}
		if next == "" || spent(len(reach)) {
			return nil
		}
		driven, err := drive(next)
		if err != nil {
			return err
		}
		if driven {
			maps.Copy(covered, reach[next])
		}
		delete(reach, next)
	}
}

func uncovered(methods, covered map[string]bool) (n int) {
	for name := range methods {
		if !covered[name] {
			n++
		}
	}
	return n
}
