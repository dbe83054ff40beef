package measure

import (
	"io"
	"slices"
	"strings"

	"beagle/internal/registry"
	"beagle/measure/launch"
)

// Tools are the measurement tools, by the id that measure.tool names them by.
// Package builtin registers those that Beagle brings.
var Tools registry.Registry[ToolKind]

// DefaultTool is the id of the tool that is used where nobody chose one.
const DefaultTool = "kieker"

// ToolKind is a measurement tool that can be made for an analysis.
type ToolKind struct {
	Doc string                 // what it measures and how, in a line
	New func(ToolOptions) Tool // makes a tool for one analysis
	// Suffixes are what names of the sources that it measures end in; none: unknown.
	Suffixes []string
	// Elsewhere reports that its launches can be made on other machines.
	Elsewhere bool
}

// Measures reports whether the tool measures a source, by the name of its file.
func (k ToolKind) Measures(file string) bool {
	return slices.ContainsFunc(k.Suffixes, func(suffix string) bool { return strings.HasSuffix(file, suffix) })
}

// ToolOptions say what is measured and how. A tool may leave out what it has no
// use for.
type ToolOptions struct {
	Project string    // folder of the program: relative commands run in its copy
	Sources []string  // source folders; not needed where links name files
	Build   []string  // command that builds an instrumented copy; empty: the program is built, its classes are overlaid
	Probe   string    // "builtin" or "kieker"; empty: builtin
	Clock   string    // "cpu" or "wall"; empty: cpu
	WorkDir string    // folder for the copy, the build and the records; it is created
	Kieker  string    // jar of Kieker, or its version on Maven Central; empty: the default
	Log     io.Writer // progress in words; may be nil

	Delivery string   // how probes get into the program: overlay or copy; empty: the tool chooses
	Launches []Launch // that will be asked for, as far as they are known: they say where classes are

	Elsewhere launch.Elsewhere // runs the programs of launches on other machines; nil: nobody does
}
