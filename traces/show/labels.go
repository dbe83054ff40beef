package show

import (
	"fmt"
	"math"
	"strings"
	"time"

	"beagle/traces/classes"
)

// shortClass is a class name as Kieker shortens it: ..Name.
func shortClass(component string) string {
	if dot := strings.LastIndexByte(component, '.'); dot >= 0 {
		return ".." + component[dot+1:]
	}
	return component
}

// shortCall is an operation as Kieker shortens it: name(..).
func shortCall(o classes.Operation) string {
	if o.Params == "" {
		return o.Name + "()"
	}
	return o.Name + "(..)"
}

func (w *writer) instance(component string) string {
	return fmt.Sprintf("@%d:%s", w.names.Component(component), shortClass(component))
}

// Unit is a unit of response times.
type Unit struct {
	Name string  // as it stands behind numbers: ns, µs, ms or s
	Size float64 // ns
}

// Units are the units of response times by name.
var Units = map[string]Unit{
	"ns": {"ns", 1}, "us": {"us", 1e3}, "ms": {"ms", 1e6}, "s": {"s", 1e9},
}

// format is a time in nanoseconds in the unit, without fraction, as Kieker's tools write it.
func (u Unit) format(ns float64) string {
	return fmt.Sprintf("%d%s", int64(math.Round(ns/u.Size)), u.Name)
}

// Duration shows ns for people: three digits and a unit.
func Duration(ns float64) string {
	switch {
	case ns < 0 || ns != ns:
		return "-"
	case ns < 1e3:
		return fmt.Sprintf("%.0f ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.3g us", ns/1e3)
	case ns < 999.5e6:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	case ns < 1000e9:
		return fmt.Sprintf("%.3g s", ns/1e9)
	default:
		return time.Duration(ns).Round(time.Second).String()
	}
}
