package run

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/measure/launch"
	"beagle/model"
)

// Times is how the times of a demand were taken, and how well they are known. Times are in seconds; nil: unknown.
type Times struct {
	Launches  int      `json:"launches"`                   // that observed it
	Between   *float64 `json:"between,omitempty"`          // relative standard deviation between launches
	HalfWidth *float64 `json:"half_width_95,omitempty"`    // relative half width of the 95 % interval over launches
	Kinds     float64  `json:"kinds,omitempty"`            // where launches are of two kinds: how many times as long the slower one takes
	Slower    int      `json:"slower_launches,omitempty"`  // launches of the slower kind
	Outliers  int      `json:"outlier_launches,omitempty"` // launches far off the others, whose influence was bounded
	WarmUp    int      `json:"warm_up,omitempty"`          // kept measurements left out as warm-up
	Late      int      `json:"late_launches,omitempty"`    // launches that were warming up for half of their measurements or longer, perhaps to their end
	MayFall   float64  `json:"may_fall,omitempty"`         // share by which these may fall yet, at most; 0: unknown

	Clock   string   `json:"clock,omitempty"`   // that counts: cpu or wall
	Wall    float64  `json:"wall,omitempty"`    // mean of an execution
	CPU     *float64 `json:"cpu,omitempty"`     // mean of the executions that read that clock
	Read    float64  `json:"read,omitempty"`    // share of executions that read it, where others did not; 0: all or none
	Mean    float64  `json:"mean,omitempty"`    // where Read is given: CPU time of those, and wall time with a processor of the others
	Away    float64  `json:"away,omitempty"`    // share of wall time in which the thread had no processor, left out
	Own     float64  `json:"own,omitempty"`     // subtracted a time for its own probe
	Nested  float64  `json:"nested,omitempty"`  // subtracted a time for probes inside it
	Share   float64  `json:"share,omitempty"`   // of the recorded time that was subtracted
	Warning string   `json:"warning,omitempty"` // why it should not be relied on
	Waits   string   `json:"waits,omitempty"`   // both clocks, where they differ
}

// Doubts are warnings of the element.
func (t *Times) Doubts() (all []string) {
	if t.Warning != "" {
		all = append(all, t.Warning)
	}
	if t.Waits != "" {
		all = append(all, t.Waits)
	}
	if late := t.settling(); late != "" {
		all = append(all, late)
	}
	return all
}

func (t *Times) settling() string {
	if t.Late == 0 {
		return ""
	}
	low := ""
	if t.MayFall >= 0.005 {
		low = fmt.Sprintf(", by up to %s", quantity.Percent(t.MayFall))
	}
	return fmt.Sprintf("%s still got faster after half of its executions: what came before is left out, and a program that runs for longer may take less%s; let each launch run several times as long", quantity.Plural(t.Late, "launch", "launches"), low)
}

// Words say in a line how well a demand is known.
func (t *Times) Words() string {
	parts := []string{quantity.Plural(t.Launches, "launch", "launches")}
	if t.Kinds > 0 {
		parts[0] += fmt.Sprintf(" of two kinds (in %d it takes %.2f times as long)", t.Slower, t.Kinds)
	}
	switch {
	case t.Between == nil && t.Launches == 1:
		parts = append(parts, "how far others would differ is unknown")
	case t.Between == nil:
		parts = append(parts, "which share no inputs: scatter between them unknown")
	default:
		parts = append(parts, fmt.Sprintf("scatter between launches %s, interval ±%s", quantity.Percent(*t.Between), quantity.Percent(*t.HalfWidth)))
	}
	if t.Outliers > 0 {
		parts = append(parts, fmt.Sprintf("%d far off the others", t.Outliers))
	}
	if t.WarmUp > 0 {
		parts = append(parts, fmt.Sprintf("%d kept apart as warm-up", t.WarmUp))
	}
	return strings.Join(parts, ", ")
}

// Short is Words and Taken where there is room for thirty characters.
func (t *Times) Short() string {
	parts := []string{quantity.Plural(t.Launches, "launch", "launches")}
	if t.Kinds > 0 {
		parts = append(parts, "2 kinds")
	}
	if t.HalfWidth != nil {
		parts[len(parts)-1] += " ±" + quantity.Percent(*t.HalfWidth)
	}
	switch t.Clock {
	case string(measure.CPUTime):
		parts = append(parts, "CPU time")
	case string(measure.WallTime):
		parts = append(parts, "wall time")
	}
	return strings.Join(parts, ", ")
}

// Taken says in a line by which clock it was timed, and what was subtracted.
func (t *Times) Taken() string {
	if t.Clock == "" {
		return ""
	}
	line := "wall time, " + quantity.Seconds(t.Wall) + " a time"
	switch {
	case 0 < t.Read && t.Read < 0.995: // the slow ones, as a rule: their mean is not that of all
		line = fmt.Sprintf("CPU time of %s of the executions and wall time with a processor of the others, %s a time (%s on the clock)", quantity.Percent(t.Read), quantity.Seconds(t.Mean), quantity.Seconds(t.Wall))
	case t.Clock == string(measure.CPUTime) && t.CPU != nil:
		line = fmt.Sprintf("CPU time, %s a time (%s on the clock)", quantity.Seconds(*t.CPU), quantity.Seconds(t.Wall))
	case t.Clock == string(measure.WallTime) && t.Away >= 0.01:
		line += fmt.Sprintf(" with %s of it without a processor, left out", quantity.Percent(t.Away))
	}
	if t.Own+t.Nested > 0 { // tools of others may subtract it themselves
		line += fmt.Sprintf("; %s for probes subtracted (%s)", quantity.Seconds(t.Own+t.Nested), quantity.Percent(t.Share))
	}
	return line
}

// Precision is what the launches of a run say of all its demands.
type Precision struct {
	Wanted  float64  `json:"wanted,omitempty"` // relative half width; 0: nothing
	Demands int      `json:"demands"`          // measured
	Enough  int      `json:"enough"`           // of them, known as well as wanted
	Worst   *float64 `json:"worst,omitempty"`  // largest half width that is known
	Round   int      `json:"round"`            // of further launches
	Extra   Duration `json:"extra"`            // that these took
	Budget  Duration `json:"budget,omitempty"` // for these

	Noise    []launch.Noise `json:"noise,omitempty"`   // what was on the machine, by launch
	Busy     int            `json:"busy,omitempty"`    // launches on a busy machine
	Slowest  float64        `json:"slowest,omitempty"` // how many times as slow the processors were clocked in one launch as in another
	Machine  string         `json:"machine,omitempty"` // what was noisy, in words
	Machines []string       `json:"machines,omitempty"`

	Collected float64 `json:"collected,omitempty"` // share of the program's time in which the garbage collector stopped it, on average over launches
	Compiled  float64 `json:"compiled,omitempty"`  // share of that time in which compilers were at work beside it
}

// Shares from which on a runtime system's doings are said.
const (
	MuchCollected = 0.05 // of Precision.Collected
	muchCompiled  = 0.5
)

func (p *Precision) machines() []model.Problem {
	if len(p.Machines) < 2 {
		return nil
	}
	return []model.Problem{{
		Severity: model.Warning, Rule: "machines", Message: "the launches ran on " + strings.Join(p.Machines, ", ") + ": a demand holds for one machine only, and these are of all of them together",
		Hint: "give all launches that demands are learnt from the same label, of machines of one kind; counts, branches and arguments do not depend on it",
	}}
}

func (p *Precision) runtime() (problems []model.Problem) {
	if p.Collected >= MuchCollected {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "collector",
			Message: fmt.Sprintf("the garbage collector stopped the program for %s of the launches' time, which is in no demand: response times are longer, and processors busier, than the model says", quantity.Percent(p.Collected)),
			Hint:    "launch with the heap that the program has in use (-Xmx); the rest is a cost of allocation, which no demand holds",
		})
	}
	if p.Compiled >= muchCompiled {
		problems = append(problems, model.Problem{
			Severity: model.Info, Rule: "compilers",
			Message: fmt.Sprintf("the JVM's compilers were at work for %s of the launches' time: much of what was measured was not compiled yet, or ran beside them", quantity.Percent(p.Compiled)),
			Hint:    "let each launch do more, so that it runs several times as long",
		})
	}
	return problems
}

// Drifts is the difference of the clock between launches from which it is said.
const Drifts = 1.05

// Problems is the warning that the machine was too busy for times, once half of
// the launches say so, or that it was not always equally fast.
func (p *Precision) Problems() (problems []model.Problem) {
	if p == nil || p.Demands == 0 {
		return nil
	}
	return slices.Concat(p.machine(), p.machines(), p.runtime())
}

func (p *Precision) machine() []model.Problem {
	switch _, busy := launch.Busy(p.Noise); {
	case busy:
		return []model.Problem{{
			Severity: model.Warning, Rule: "noise", Message: "the demands are unreliable: the machine was " + p.Machine,
			Hint: "measure on a machine that does nothing else; counts, branches and arguments are right",
		}}
	case p.Slowest >= Drifts:
		return []model.Problem{{
			Severity: model.Info, Rule: "noise", Message: "the machine was " + p.Machine,
			Hint: "launches are brought to one level, and the intervals hold what they differ by; a fixed frequency makes them narrower",
		}}
	}
	return nil
}

// Words say in a line how well the demands are known.
func (p *Precision) Words() string {
	if p.Demands == 0 {
		return ""
	}
	line := fmt.Sprintf("%d of %d", p.Enough, p.Demands)
	few := p.Worst != nil && p.Enough < p.Demands && *p.Worst <= p.Wanted // not how well, but of how few launches
	switch {
	case few:
		line = fmt.Sprintf("%d of %[1]d within ±%s, %d%s", p.Demands, quantity.Percent(p.Wanted), p.Enough, campaign.AtLeast(p.Wanted))
	case p.Wanted > 0:
		line += fmt.Sprintf(" within ±%s%s", quantity.Percent(p.Wanted), campaign.AtLeast(p.Wanted))
	}
	if p.Worst != nil {
		line += " (worst ±" + quantity.Percent(*p.Worst) + ")"
	}
	switch {
	case p.Round == 0:
	case p.Extra >= p.Budget && p.Budget > 0:
		line += fmt.Sprintf(", budget of %s spent", p.Budget)
	default:
		line += fmt.Sprintf(", %s of %s budget", measure.About(time.Duration(p.Extra)), p.Budget)
	}
	return line
}
