package run

import (
	"fmt"
	"math"
	"strings"
	"time"

	"beagle/internal/plural"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/measure/launch"
	"beagle/model"
)

// Times is how the times of a demand were taken, and how well they are known.
// Times are in seconds; nil: unknown.
type Times struct {
	Launches int      `json:"launches"`          // that observed it
	Between  *float64 `json:"between,omitempty"` // relative standard deviation between launches
	Half     *float64 `json:"half,omitempty"`    // relative half width of the 95 % interval over launches
	Kinds    float64  `json:"kinds,omitempty"`   // where launches are of two kinds: how many times as long the slower one takes
	Slow     int      `json:"slow,omitempty"`    // launches of the slower kind
	Odd      int      `json:"odd,omitempty"`     // launches far off the others, whose influence was bounded
	WarmUp   int      `json:"warm_up,omitempty"` // kept measurements left out as warm-up

	Clock  string   `json:"clock,omitempty"`  // that counts: cpu or wall
	Wall   float64  `json:"wall,omitempty"`   // mean of an execution
	CPU    *float64 `json:"cpu,omitempty"`    // mean of the executions that read that clock
	Own    float64  `json:"own,omitempty"`    // subtracted a time for its own probe
	Nested float64  `json:"nested,omitempty"` // subtracted a time for probes inside it
	Share  float64  `json:"share,omitempty"`  // of the recorded time that was subtracted
	Pass   string   `json:"pass,omitempty"`   // that the times are from: "all probes", or "nesting level N", where it had one of its own
	Level  int      `json:"level,omitempty"`  // that N; else 0
	Doubt  string   `json:"doubt,omitempty"`  // why it should not be relied on
	Waits  string   `json:"waits,omitempty"`  // both clocks, where they differ
}

// times is what is known of the times of a demand.
func (f *findings) times(e *model.Element) *Times {
	s := f.board.Scatter(e.ID)
	if !e.Kind.Noisy() || s.Launches == 0 {
		return nil
	}
	at := campaign.StateOf(f.board)
	out := &Times{Launches: s.Launches, Between: known(s.Between), Half: known(s.HalfWidth), Kinds: s.Kinds, Slow: s.Slower, Odd: s.Outliers, WarmUp: s.WarmUp}
	if level, apart := at.Apart[e.ID]; apart {
		out.Level = level + 1
	}
	if out.Pass = "all probes"; out.Level > 0 {
		out.Pass = fmt.Sprintf("nesting level %d", out.Level)
	}
	t, ok := at.Timing[e.ID]
	if !ok || t.Times == 0 {
		return out
	}
	n := float64(t.Times)
	out.Wall, out.Own, out.Nested = t.Wall.Seconds()/n, t.Own.Seconds()/n, t.Nested.Seconds()/n
	out.Share, _ = t.Subtracted()
	out.Doubt, out.Waits = t.Warning(), t.Clocks()
	if t.Both > 0 {
		cpu := t.CPU.Seconds() / float64(t.Both)
		out.CPU = &cpu
	}
	out.Clock = string(measure.CPUTime)
	clock := measure.Clock(f.config.Measure.Clock)
	if clock == measure.WallTime || t.Both == 0 || clock == measure.AutoClock && t.Short {
		out.Clock = string(measure.WallTime)
	}
	return out
}

// doubts are warnings of the element.
func (t *Times) doubts() (all []string) {
	if t.Doubt != "" {
		all = append(all, t.Doubt)
	}
	if t.Waits != "" {
		all = append(all, t.Waits)
	}
	return all
}

// Words say in a line how well a demand is known.
func (t *Times) Words() string {
	parts := []string{plural.Count(t.Launches, "launch", "launches")}
	if t.Kinds > 0 {
		parts[0] += fmt.Sprintf(" of two kinds (in %d it takes %.2f times as long)", t.Slow, t.Kinds)
	}
	switch {
	case t.Between == nil && t.Launches == 1:
		parts = append(parts, "how far others would differ is unknown")
	case t.Between == nil:
		parts = append(parts, "which share no inputs: scatter between them unknown")
	default:
		parts = append(parts, fmt.Sprintf("scatter between launches %s, interval ±%s", percent(*t.Between), percent(*t.Half)))
	}
	if t.Odd > 0 {
		parts = append(parts, fmt.Sprintf("%d far off the others", t.Odd))
	}
	if t.WarmUp > 0 {
		parts = append(parts, fmt.Sprintf("%d kept apart as warm-up", t.WarmUp))
	}
	return strings.Join(parts, ", ")
}

// Short is Words and Taken where there is room for thirty characters.
func (t *Times) Short() string {
	parts := []string{plural.Count(t.Launches, "launch", "launches")}
	if t.Kinds > 0 {
		parts = append(parts, "2 kinds")
	}
	if t.Half != nil {
		parts[len(parts)-1] += " ±" + percent(*t.Half)
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
	line := "wall time, " + short(t.Wall) + " a time"
	if t.Clock == string(measure.CPUTime) && t.CPU != nil {
		line = fmt.Sprintf("CPU time, %s a time (%s on the clock)", short(*t.CPU), short(t.Wall))
	}
	line += fmt.Sprintf("; %s for probes subtracted (%s)", short(t.Own+t.Nested), percent(t.Share))
	if t.Pass != "" {
		line += "; from the pass of " + t.Pass
	}
	return line
}

// short is a time with three digits and its unit: 45.1 µs.
func short(seconds float64) string {
	d := time.Duration(seconds * 1e9)
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	s := d.Round(unit).String()
	if d >= time.Minute {
		return s
	}
	number := strings.TrimRight(s, "nµmsh")
	return number + " " + s[len(number):]
}

func percent(x float64) string {
	if x < 0.0095 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

// widen makes intervals of coefficients hold what launches differ by, too: all
// coefficients of a demand stretch with it. Independent errors add in squares.
func widen(intervals []Interval, half float64) {
	if math.IsNaN(half) {
		return
	}
	for i := range intervals {
		v := &intervals[i]
		// Theirs are of 90 %, that of launches of 95 %.
		add := math.Abs(v.Value) * half * 1.645 / 1.96
		v.Low = v.Value - math.Hypot(v.Value-v.Low, add)
		v.High = v.Value + math.Hypot(v.High-v.Value, add)
	}
}

// Precision is what the launches of a run say of all its demands.
type Precision struct {
	Wanted   float64  `json:"wanted,omitempty"`   // relative half width; 0: nothing
	Demands  int      `json:"demands"`            // measured
	Enough   int      `json:"enough"`             // of them, known as well as wanted
	Worst    *float64 `json:"worst,omitempty"`    // largest half width that is known
	Round    int      `json:"round"`              // of further launches
	Extra    Duration `json:"extra"`              // that these took
	Budget   Duration `json:"budget,omitempty"`   // for these
	Expected Duration `json:"expected,omitempty"` // that the launches that are planned will take

	Noise   []launch.Noise `json:"noise,omitempty"`   // what was on the machine, by launch
	Busy    int            `json:"busy,omitempty"`    // launches on a busy machine
	Slowest float64        `json:"slowest,omitempty"` // how many times as slow the processors were clocked in one launch as in another
	Machine string         `json:"machine,omitempty"` // what was noisy, in words
}

// precision sums up what launches say.
func (f *findings) precision() *Precision {
	at := campaign.StateOf(f.board)
	if at.Number == 0 {
		return nil
	}
	p := &Precision{
		Wanted: f.config.Measure.Precision, Round: at.Round, Extra: Duration(at.Extra), Budget: f.config.Measure.Budget, Noise: at.Noise,
	}
	elements := f.board.Elements()
	for i := range elements {
		s := f.board.Scatter(elements[i].ID)
		if s.Launches == 0 {
			continue
		}
		p.Demands++
		if campaign.Known(s, p.Wanted) {
			p.Enough++
		}
		if !math.IsNaN(s.HalfWidth) && (p.Worst == nil || s.HalfWidth > *p.Worst) {
			p.Worst = &s.HalfWidth
		}
	}
	p.machine()
	return p
}

// machine says what was noisy: the reasons of the noisiest launch, which is the
// last of those with most reasons.
func (p *Precision) machine() {
	var worst []string
	for i := range p.Noise {
		if reasons := p.Noise[i].Reasons(); len(reasons) > 0 {
			p.Busy++
			if len(reasons) >= len(worst) {
				worst = reasons
			}
		}
	}
	var says []string
	if p.Busy > 0 {
		says = append(says, fmt.Sprintf("busy in %d of %s (%s)", p.Busy, plural.Count(len(p.Noise), "launch", "launches"), strings.Join(worst, ", ")))
	} else if n := len(p.Noise); n > 0 && p.Noise[n-1].Frequency() != "" {
		says = append(says, p.Noise[n-1].Frequency())
	}
	if p.Slowest = slowest(p.Noise); p.Slowest >= drifts {
		says = append(says, fmt.Sprintf("clocked %.2f times as slow in one launch as in another", p.Slowest))
	}
	p.Machine = strings.Join(says, "; ")
}

// drifts is the difference of the clock between launches from which it is said.
const drifts = 1.05

// slowest is how many times as long the reference took in the slowest launch as
// in the fastest; 0: unknown.
func slowest(noise []launch.Noise) float64 {
	least, most := time.Duration(0), time.Duration(0)
	for i := range noise {
		if r := noise[i].Reference; r > 0 {
			most = max(most, r)
			if least == 0 || r < least {
				least = r
			}
		}
	}
	if least == 0 {
		return 0
	}
	return most.Seconds() / least.Seconds()
}

// problems is the warning that the machine was too busy for times, once half of
// the launches say so, or that it was not always equally fast.
func (p *Precision) problems() []model.Problem {
	switch {
	case p == nil || p.Demands == 0:
		return nil
	case p.Busy > 0 && 2*p.Busy >= len(p.Noise):
		return []model.Problem{{
			Severity: model.Warning, Rule: "noise", Message: "the machine was " + p.Machine + ": the demands are unreliable",
			Hint: "measure on a machine that does nothing else; counts, branches and arguments are right",
		}}
	case p.Slowest >= drifts:
		return []model.Problem{{
			Severity: model.Info, Rule: "noise", Message: "the machine was " + p.Machine,
			Hint: "launches are brought to one level, and the intervals hold what they differ by; a fixed frequency makes them narrower",
		}}
	}
	return nil
}

// expected is how long a number of launches will take, as the latest of each
// configuration did.
func expected(at campaign.State, launches int) Duration {
	if len(at.Took) == 0 || launches <= 0 {
		return 0
	}
	sum := time.Duration(0)
	for _, took := range at.Took {
		sum += took
	}
	return Duration(sum / time.Duration(len(at.Took)) * time.Duration(launches))
}

// Words say in a line how well the demands are known.
func (p *Precision) Words() string {
	if p.Demands == 0 {
		return ""
	}
	line := fmt.Sprintf("%d of %d", p.Enough, p.Demands)
	if p.Wanted > 0 {
		line += fmt.Sprintf(" known to ±%s%s", percent(p.Wanted), campaign.AtLeast(p.Wanted))
	}
	if p.Worst != nil {
		line += ", worst ±" + percent(*p.Worst)
	}
	if p.Round > 0 {
		line += fmt.Sprintf("; %s of %s spent", measure.About(time.Duration(p.Extra)), p.Budget)
	}
	return line
}
