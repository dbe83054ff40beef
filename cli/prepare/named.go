package prepare

import (
	"maps"
	"slices"

	"beagle/cli/app"
	"beagle/config"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/run"
)

// Named is what settings say of single methods, by the methods' whole names.
type Named struct {
	inputs  map[string]string
	allowed map[string]bool
}

// NamedIn finds the methods that settings name, and warns of names that are no method's.
func NamedIn(a *app.App, x *driver.Index, settings run.Drive) Named {
	n := Named{inputs: map[string]string{}, allowed: map[string]bool{}}
	whole := func(key, name string) string {
		m, err := x.Find(name)
		if err == nil {
			return m.String()
		}
		p := model.AsProblem(err, "method")
		a.Warn(model.Problem{Severity: model.Warning, Rule: "drive", File: config.FileName, Message: key + ": " + p.Message, Hint: p.Hint})
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(settings.Inputs)) {
		n.inputs[whole("drive.inputs", name)] = settings.Inputs[name]
	}
	for _, name := range settings.Allow {
		n.allowed[whole("drive.allow", name)] = true
	}
	return n
}

// Inputs is the class that makes a method's inputs; empty: Beagle makes them.
func (n *Named) Inputs(m *driver.Method) string { return n.inputs[m.String()] }

// Allowed reports whether a person allows to drive a method that could do harm.
func (n *Named) Allowed(m *driver.Method) bool { return n.allowed[m.String()] }
