package prepare

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"beagle/extract"
	"beagle/extract/structure"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/java/driver"
	"beagle/model"
)

// driverOf begins the name of a launch that drives a method.
const driverOf = "driver of "

// undriven are the methods that drive.inputs and drive.allow name and that no launch drives so: a person has added them
// since the launches were found.
func (p *preparation) undriven() (names []string) {
	if !p.own || p.cfg.Drive.Mode == "off" {
		return nil
	}
	for name, class := range p.cfg.Drive.Inputs {
		if !slices.ContainsFunc(p.cfg.Launch, func(l measure.Launch) bool { return drives(&l, name) && p.given(&l) == class }) {
			names = append(names, name)
		}
	}
	for _, name := range p.cfg.Drive.Allow {
		if !slices.ContainsFunc(p.cfg.Launch, func(l measure.Launch) bool { return drives(&l, name) }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// drives reports whether a launch drives the method of a name, which may lack the package and the parameters' types.
func drives(l *measure.Launch, name string) bool {
	whole, found := strings.CutPrefix(l.Name, driverOf)
	if !strings.Contains(name, "(") {
		whole, _, _ = strings.Cut(whole, "(")
	}
	return found && strings.HasSuffix("."+whole, "."+strings.ReplaceAll(name, " ", ""))
}

// given is the class that makes the inputs of a driver's launch; empty: Beagle makes them, or it is no driver's.
func (p *preparation) given(l *measure.Launch) string {
	for _, word := range l.Command {
		if filepath.Base(word) != driver.OrderFile {
			continue
		}
		if !filepath.IsAbs(word) {
			word = filepath.Join(p.dir, word)
		}
		const most = 64 << 20
		data, err := safe.ReadFile(word, most)
		if _, rest, found := strings.Cut(string(data), "\ngiven\t"); err == nil && found {
			class, _, _ := strings.Cut(rest, "\n")
			return class
		}
	}
	return ""
}

// drive adds launches that drive methods which a person has named since the launches were found, or finds out why not.
func (p *preparation) drive(ctx context.Context, t *trial, r *extract.Result, names []string) error {
	d, err := t.open(ctx)
	if d == nil {
		return err
	}
	defer d.x.Close()
	targets := map[string]target{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			for _, class := range implementations(s) {
				if m, err := d.find(s, class); err == nil {
					targets[m.String()] = target{s, class, m, d.x.Harm(m)}
				}
			}
		}
	}
	for _, name := range names {
		m, err := d.x.Find(name)
		if err != nil {
			continue // NamedIn has said so
		}
		one, found := targets[m.String()]
		if !found {
			d.notDriven(model.Problem{Message: m.String() + " is no service of the model", Hint: "have it be one: extract: {services: [" + m.String()[:strings.IndexByte(m.String(), '(')] + "]}"})
			continue
		}
		if one.harm != "" && !d.named.Allowed(m) {
			d.refuse(one)
			continue
		}
		if err := p.replace(ctx, d, one); err != nil {
			return err
		}
	}
	return nil
}

// replace has one launch drive a service in place of the one that did.
func (p *preparation) replace(ctx context.Context, d *drivers, by target) error {
	s, repeat := by.service, 1
	p.cfg.Launch = slices.DeleteFunc(p.cfg.Launch, func(l measure.Launch) bool {
		repeat = max(repeat, l.Repeat)
		return l.Name == driverOf+by.method.String()
	})
	driven, err := d.add(ctx, by)
	if err != nil || !driven {
		return err
	}
	added := d.driven[s.ID]
	one, err := added[len(added)-1].launch(len(structure.Callees(s)) == 0, drivenFor)
	if err != nil {
		d.notDriven(err)
		return nil
	}
	one.Launch.Drives, one.Launch.Repeat = s.ID, repeat
	p.cfg.Launch = slices.Insert(p.cfg.Launch, 0, one.Launch)
	p.Say("Driven now, too: %s", by.method)
	return nil
}
