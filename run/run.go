// Package run is one analysis as seen from outside: the one seam between the engine and the screens. The wizard,
// headless runs, a run in the background that is attached to over a socket, and tests all speak Run.
//
// The engine never sends messages to a screen. It keeps a Snapshot and a one-slot "changed" signal; whoever watches
// pulls.
package run

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"beagle/blackboard"
	"beagle/control"
	"beagle/measure"
	"beagle/model"
)

// Run is one analysis.
type Run interface {
	ID() string // the run's name, which is that of its folder
	// Snapshot is the present state; it is the caller's to keep.
	Snapshot() Snapshot
	// Changed signals at most once until it is received; it is closed when the run has ended.
	Changed() <-chan struct{}
	// Detail is one element in depth, looked at as a person wants to.
	Detail(ctx context.Context, id model.ElementID, a Aspect) (Detail, error)

	// Pause lets the launch in flight finish first.
	Pause(ctx context.Context) error
	Continue(ctx context.Context) error // takes a pause back; an error: the run has ended, or is not this screen's to steer
	// Abort ends the launch in flight and then the run, which learns for seconds from what was
	// measured; asked again, it ends at once. What was measured stays, and the model is not written.
	Abort(ctx context.Context) error
	// Steer gives an order about the measuring; an error says that there is nothing to be steered at present.
	Steer(ctx context.Context, o Order) error

	// Decide records a person's decision on an element's expression; it is durable when nil comes back.
	Decide(ctx context.Context, id model.ElementID, d Decision) error
	// CheckExpression checks text for the place where the element's expression goes.
	CheckExpression(id model.ElementID, transition int, text string) []model.Problem
	// Diff is the unified diff of the model file that Apply would write; empty where nothing would change.
	Diff(ctx context.Context) (string, error)
	// Apply writes the accepted expressions.
	Apply(ctx context.Context, to Output) (Written, error)
	// Undo takes back what Apply wrote last: what stood there before is there again.
	Undo(ctx context.Context) (Written, error)

	// Close lets go of the run; it does not abort it where it runs elsewhere.
	Close() error
}

// Shared is a Run that several screens may hold, of which one is in control.
// Orders of the others fail with a model.Problem of the rule Controlled.
type Shared interface {
	TakeControl(ctx context.Context) error
}

// Controlled is the rule of the problem that another screen is in control.
const Controlled = "controlled"

// Watching says of a screen that is not in control who is.
type Watching string

// Who controls a run that a screen only watches.
const (
	Another Watching = "another is in control" // and keeps it until it leaves, or this one insists
	Nobody  Watching = "nobody is in control"  // so this screen may take it
)

// Order is what a person may ask of the measuring.
type Order struct {
	Do      string          `json:"do"`                // what is asked for: the word of one of the orders below
	Element model.ElementID `json:"element,omitempty"` // whom it is about; empty: the whole analysis
}

// The orders.
var (
	Enough       = Order{Do: "enough"}        // measure no more: learn from what is there, and end
	EndLaunch    = Order{Do: "end-launch"}    // end the launch in flight, keep what it brought, go on
	RepeatLaunch = Order{Do: "repeat-launch"} // drop the launch in flight, and make it again
)

// MeasureThere asks for launches with the values that would decide what an element's measurements leave undecided.
func MeasureThere(id model.ElementID) Order { return Order{Do: measureThere, Element: id} }

const measureThere = "measure-there"

// There is the element that MeasureThere is about.
func (o Order) There() (id model.ElementID, ok bool) { return o.Element, o.Do == measureThere }

// InputsChanged is the rule of the problem that a run cannot be resumed since its inputs are others now.
const InputsChanged = "changed"

// Occupied is the rule of the problem that a file would be replaced which this run did not write.
const Occupied = "occupied"

// State is the state of a run, in the words shown to people.
type State = control.State

// The states, as the loop has them (package control says when each holds).
const (
	Preparing = control.Preparing
	Running   = control.Running
	Paused    = control.Paused
	Aborting  = control.Aborting
	Aborted   = control.Aborted
	Finished  = control.Finished
	Failed    = control.Failed
)

// Snapshot is what a screen shows of a run.
type Snapshot struct {
	Run       string    `json:"run"`                   // id of the run: the name of its folder
	Seq       uint64    `json:"seq"`                   // grows with every change
	State     State     `json:"state"`                 // where in its life the analysis is
	Reason    string    `json:"reason,omitempty"`      // why it is in this state
	Phase     string    `json:"phase,omitempty"`       // what happens now, e.g. "launch 2 of 9: small files"
	Step      string    `json:"step,omitempty"`        // how far that is, e.g. "element 3 of 19: encode"
	Pausing   bool      `json:"pausing,omitempty"`     // still running, but will pause after the launch in flight
	Finishing bool      `json:"finishing,omitempty"`   // still running, but a person wants no more measurements
	Model     string    `json:"model"`                 // path of the model file
	Started   time.Time `json:"started"`               // when the run began, also where it was resumed later
	Elapsed   Duration  `json:"elapsed"`               // since the start, without pauses
	Paused    Duration  `json:"paused"`                // time that it stood still, not in Elapsed
	Measured  Duration  `json:"measured"`              // of the elapsed time, spent in launches of the program
	Timeout   string    `json:"timeout"`               // the rule in words, and what is left
	OutOfTime bool      `json:"out_of_time,omitempty"` // finished by the timeout, with what was measured until then

	LaunchesDone    int       `json:"launches_done"`          // launches that have ended, of LaunchesPlanned
	LaunchesPlanned int       `json:"launches_planned"`       // launches that are planned at present; the judge may add to them
	LaunchName      string    `json:"launch_name,omitempty"`  // configuration of the launch in flight; empty: none is
	Records         int64     `json:"records"`                // records of all launches so far
	RecordsPerSec   float64   `json:"records_per_second"`     // records of the latest whole second
	RateHistory     []float64 `json:"rate_history,omitempty"` // one value a second, newest last, at most 120
	LastRecord      time.Time `json:"last_record,omitzero"`   // when the latest record arrived; zero: none did
	Lost            int64     `json:"lost"`                   // records that are known to be lost
	Rounds          int       `json:"rounds"`                 // times the judge was asked

	Progress  *Progress  `json:"progress,omitempty"`  // of the whole; nil: it has ended
	Precision *Precision `json:"precision,omitempty"` // what launches say of the demands; nil: nothing yet

	// Sources are the connections that records come over, with probe: kieker; of the launch in flight, or of the
	// latest one.
	Sources []measure.Source `json:"sources,omitempty"`

	Elements   []ElementState  `json:"elements"` // in model order
	Validation *Validation     `json:"validation,omitempty"`
	Wrote      *Wrote          `json:"wrote,omitempty"`    // what it wrote last; nil: nothing that stands
	Problems   []model.Problem `json:"problems"`           // what a person should know, the oldest first
	Watchers   int             `json:"watchers,omitempty"` // how many screens look at it, this one among them
	Watching   Watching        `json:"watching,omitempty"` // why this screen is not in control; empty: it is
}

// Wrote is a file that a run wrote.
type Wrote struct {
	File string    `json:"file"` // the model
	At   time.Time `json:"at"`   // decisions that were taken later are not in it
}

// Duration is a time span that JSON shows in seconds.
type Duration time.Duration

// ElementState is one element's line on the dashboard and in the review.
type ElementState struct {
	model.Element
	Samples int64   `json:"samples"`           // observations so far
	Records int64   `json:"records,omitempty"` // of these that were recorded one by one, and stand for the others; 0: all, or times
	Noise   float64 `json:"noise"`             // relative; negative: unknown
	// HalfWidth is half the width of the 90 % interval of the mean, relative, within the measured range and by all
	// forms that are open (blackboard.Verdict.Inside).
	HalfWidth model.Figure `json:"half_width_90"`
	Best      *Proposed    `json:"best,omitempty"`      // the judge's present choice
	Proposals []Proposed   `json:"proposals,omitempty"` // best first
	History   []float64    `json:"history,omitempty"`   // fitness of the best after each round, newest last
	Optimal   bool         `json:"optimal"`             // there is nothing left to be found
	Note      string       `json:"note,omitempty"`      // the verdict in words
	// HeldOut is how well the choice predicts launches that did not teach it, and Below why it is not good enough to
	// be written without a person's word.
	HeldOut *blackboard.HeldOut `json:"held_out,omitempty"`
	Below   string              `json:"below,omitempty"`  // see HeldOut
	Within  *blackboard.Within  `json:"within,omitempty"` // up to where it may be used; nil: no bound is known
	// Measured is the mean that is written in place of an expression, as it was asked for
	// with WriteMeans; nil: none is.
	Measured  *MeasuredMean `json:"measured_mean,omitempty"`
	Finding   string        `json:"finding,omitempty"`   // what the judge found out: blackboard.Finding
	Notes     []string      `json:"notes,omitempty"`     // good to know: takes nothing away from the expression
	Warnings  []string      `json:"warnings,omitempty"`  // to be looked at before the expression is trusted
	Undecided string        `json:"undecided,omitempty"` // the warning between what the data cannot decide, and where to measure
	Decision  Decision      `json:"decision,omitzero"`   // what a person decided; the zero value: nothing yet
	Times     *Times        `json:"times,omitempty"`     // demands: how their times were taken

	Revision uint64 `json:"-"`
}

// Proposed is a proposal as people see it: in StoEx.
type Proposed struct {
	StoEx       string           `json:"stoex,omitempty"`       // the expression; empty for a branch
	Unsayable   string           `json:"unsayable,omitempty"`   // why StoEx cannot say it; StoEx is then empty
	Transitions []ProposedBranch `json:"transitions,omitempty"` // Branch: what is said of each transition, in file order; nil for others
	Analyser    string           `json:"analyser"`              // name of the analyser that proposed it
	Fitness     model.Figure     `json:"fitness"`               // lower is better; unknown: not yet graded, or refused
	Error       model.Figure     `json:"relative_error"`        // median relative error on the measurements; of a branch the share of decisions said wrongly
	Size        int              `json:"size"`                  // nodes of the expression's tree
	InUnits     string           `json:"in_units,omitempty"`    // of a demand that is a sum: "0.53 µs + 1.1 ns a byte of file"
	Refused     string           `json:"refused,omitempty"`     // why it cannot be chosen; empty: it can
	Why         string           `json:"why,omitempty"`         // how it was found, one sentence for people
}

// ProposedBranch is what a proposal says of one transition of a branch.
type ProposedBranch struct {
	ID          string   `json:"id"`                    // id of the transition in the model file
	Name        string   `json:"name,omitempty"`        // entityName of the transition
	Condition   string   `json:"condition,omitempty"`   // guard as StoEx; empty: Probability counts
	Probability *float64 `json:"probability,omitempty"` // share of the decisions, 0 to 1; nil: Condition counts
}

// Detail is one element in depth.
type Detail struct {
	Element    model.ElementID  `json:"element"`              // that it is about
	Variables  []model.Variable `json:"variables"`            // columns of Points
	Axis       model.Variable   `json:"axis,omitzero"`        // the variable that matters most: x of the plot
	Levels     []string         `json:"levels,omitempty"`     // names of X where the axis is a name or a flag
	Points     []Point          `json:"points,omitempty"`     // a bounded sample of the measurements
	Curve      []Point          `json:"curve,omitempty"`      // the best expression over Axis, others at their median
	Second     model.Variable   `json:"second,omitzero"`      // the input by whose values Slices part the measurements
	Slices     []Slice          `json:"slices,omitempty"`     // Aspect.Sliced: low, middle and high values of Second; nil: there is no second number
	Source     Source           `json:"source"`               // the code that is measured
	Categories []string         `json:"categories,omitempty"` // names of Y where it is a category
	Evidence   []Evidence       `json:"evidence,omitempty"`   // for the first of ElementState.Proposals, in their order
	Rivals     []Curve          `json:"rivals,omitempty"`     // of the proposals after the best, over Axis
	Own        *Own             `json:"own,omitempty"`        // Aspect.Text, tried
	Inputs     []Typical        `json:"inputs,omitempty"`     // what was measured of each of Variables
}

// Typical is what values an input had.
type Typical struct {
	Variable model.Variable  `json:"variable"`        // whose values they are
	Kind     model.ValueKind `json:"kind"`            // what the values are, and so which fields count
	Low      float64         `json:"low"`             // numbers, and flags as 0 and 1
	Middle   float64         `json:"middle"`          // median of what was observed
	High     float64         `json:"high"`            // largest that was observed
	Whole    bool            `json:"whole,omitempty"` // all of them are whole numbers
	Text     string          `json:"text,omitempty"`  // the most frequent name
}

// Point is one point of the plot.
type Point struct {
	X float64 `json:"x"`           // value of the variable on the axis
	Y float64 `json:"y"`           // measured value, or what a curve says there, in the element's unit
	N float64 `json:"n,omitempty"` // observations behind it
	// P is what the best expression says at this point with all its inputs, not only the one on the axis; nil:
	// nothing, or the point is of a curve.
	P *float64 `json:"p,omitempty"`
}

// Source is the source text around an element.
type Source struct {
	File  string   `json:"file,omitempty"`  // path of the source file; empty: not found
	First int      `json:"first,omitempty"` // line number of Lines[0], 1-based
	From  int      `json:"from,omitempty"`  // first and last line of the section
	To    int      `json:"to,omitempty"`    // last line of the section, 1-based
	Lines []string `json:"lines,omitempty"` // text of the lines from First on
}

// Choice is a person's word on an element.
type Choice string

// The choices.
const (
	Undecided Choice = ""       // nobody has looked
	Accept    Choice = "accept" // a proposal is to be written
	Reject    Choice = "reject" // the old value stays
	Edit      Choice = "edit"   // a person's own expression is to be written
	TakeMean  Choice = "mean"   // the measured mean is to be written
)

// Decision is a person's decision on the expression of an element.
type Decision struct {
	// Unattended: the analysis accepted it at its end, as it was asked to write the model without anybody looking.
	Unattended  bool             `json:"unattended,omitempty"`
	Choice      Choice           `json:"choice,omitempty"`      // what a person chose
	Proposal    int              `json:"proposal,omitempty"`    // Accept: index into ElementState.Proposals
	StoEx       string           `json:"stoex,omitempty"`       // Edit
	Transitions []ProposedBranch `json:"transitions,omitempty"` // Edit of a branch
	At          int64            `json:"at,omitempty"`          // when, in ns; equal where several were decided together; 0: not known
}

// Changes reports whether something is to be written in place of the old value.
func (d *Decision) Changes() bool {
	return d.Choice == Accept || d.Choice == Edit || d.Choice == TakeMean
}

// Output says where the model is written.
type Output struct {
	File    string  `json:"file,omitempty"`     // new file
	InPlace bool    `json:"in_place,omitempty"` // the model itself, with a .bak beside it
	Replace bool    `json:"replace,omitempty"`  // a file that the run did not write may be replaced; it is kept as .bak
	DryRun  bool    `json:"dry_run,omitempty"`  // nothing is written, only told
	Decided bool    `json:"decided,omitempty"`  // write only what a person decided
	Rate    float64 `json:"rate,omitempty"`     // processing rate: demands are written as seconds times rate; 0 means 1
}

// Calibrated is the file that a model is written to where nobody named another one: beside it.
func Calibrated(file string) string {
	extension := filepath.Ext(file)
	return strings.TrimSuffix(file, extension) + ".calibrated" + extension
}

// SideFile is what the name of the file beside a written model ends with, after the model's own.
const SideFile = ".beagle.json"

// Written reports what Apply wrote.
type Written struct {
	File       string          `json:"file"`                 // path of the file that was written
	Backup     string          `json:"backup,omitempty"`     // holds what stood there before; empty: nothing did
	Provenance string          `json:"provenance,omitempty"` // the side file
	Changed    int             `json:"changed"`              // expressions that were written
	Problems   []model.Problem `json:"problems,omitempty"`   // validation of the written file
	Diff       string          `json:"diff,omitempty"`       // with Output.DryRun: of the model file
}
