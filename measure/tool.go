// Package measure turns SEFF elements into a measurement order, has a measurement tool carry it out, and parses the
// measurement events it sends into observations that depend on a parameterisation.
package measure

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"beagle/internal/registry"
	"beagle/measure/launch"
	"beagle/model"
)

// Tool measures. A tool may support only part of an order; what it leaves out it reports as problems. One goroutine
// at a time calls it.
type Tool interface {
	Name() string // the tool's id, as measure.tool and results name it
	// Prepare instruments and builds.
	Prepare(ctx context.Context, order Order) (Preparation, error)
}

// Preparation is an instrumented program, ready to be launched any number of times.
type Preparation interface {
	// Launch runs one launch configuration once, feeds its events to the sink while the program runs.
	Launch(ctx context.Context, launch Launch, number int32, sink Sink) (LaunchReport, error)
	// Notes are sections that were widened, narrowed, moved or refused.
	Notes() []model.Problem
	Close() error // gives back what preparing took; launches that still run are ended first by their contexts
}

// Ahead is a Preparation that can begin with launches before they are asked for.
type Ahead interface {
	// Ahead is told, before a launch, which ones follow it, and the number of the first of these.
	Ahead(ctx context.Context, now Launch, next []Launch, number int32)
}

// LaunchReport says how a launch went.
type LaunchReport struct {
	Took     time.Duration   // how long the program ran, perhaps from before the call of Launch on (Ahead); 0: not told
	ExitCode int             // of the program; -1 where a signal ended it
	Signal   string          // e.g. "KILL"; empty: exited
	Events   int64           // events delivered
	Lost     int64           // events known to be lost
	Complete bool            // the end-of-run marker arrived
	Output   string          // file that holds the program's output
	Problems []model.Problem // in words for a person

	Overheads []Overhead // what was subtracted of each section that recorded time
	Runtime   Runtime    // zero: not known

	There *launch.Noise // what was on the machine where it ran; nil: that was this one
}

// Runtime is what a language's runtime system did beside and in place of the program.
type Runtime struct {
	Collected time.Duration // that its garbage collector stopped the program for
	Compiled  time.Duration // that its compilers were at work beside the program
	Lasted    time.Duration // in so much time
}

// Add adds what another one did meanwhile.
func (r *Runtime) Add(o Runtime) {
	if o.Lasted <= 0 || o.Collected < 0 || o.Compiled < 0 {
		return
	}
	r.Collected, r.Compiled, r.Lasted = r.Collected+o.Collected, r.Compiled+o.Compiled, r.Lasted+o.Lasted
}

// Overhead is what was subtracted of a section's times in a launch.
type Overhead struct {
	Section  int32 // index into Order.Sections
	Recorded int64 // ns, of all executions
	Own      int64 // ns of that, for its own probe
	Nested   int64 // ns of that, for probes inside it
}

// Tools are the measurement tools, by the id that measure.tool names them by.
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

// ToolOptions say what is measured and how. A tool may leave out what it has no use for.
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
