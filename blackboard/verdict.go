package blackboard

import (
	"strconv"

	"beagle/model"
)

// Grade is the judge's opinion of a proposal.
type Grade struct {
	Fitness       float64 // lower is better; +Inf: refused
	RelativeError float64 // median relative error on the data; of decisions the share of wrong ones; NaN: unknown
	Size          int     // nodes of the expression tree
	Refused       string  // why it cannot be chosen; empty: it can
}

// Verdict is the judge's decision for one element, as data: judge.Reason, judge.Warnings and judge.Standing say it in
// words.
type Verdict struct {
	Final   int     `json:"final"`   // index of the chosen proposal; -1: no suitable expression
	Finding Finding `json:"finding"` // what the judge concluded
	// Noise is the relative standard deviation of replicates, and Spread that of one observation from the chosen
	// expression.
	Noise        model.Figure `json:"noise"`
	Spread       model.Figure `json:"spread"`       // see Noise
	Observations int          `json:"observations"` // that were used
	// Exceptions is the share of counts that are not what most with the same inputs are; 0: none, or no counts.
	Exceptions model.Figure `json:"exceptions,omitempty"`
	Inputs     int          `json:"inputs,omitempty"`    // different ones, and ...
	Estimates  int          `json:"estimates,omitempty"` // ... numbers that they decided
	OnlyWay    string       `json:"only_way,omitempty"`  // that was ever decided
	Misfit     string       `json:"misfit,omitempty"`    // in which way the chosen expression does not fit
	// ByChance tells that of a decision the shares of its transitions are described, no conditions.
	ByChance bool `json:"by_chance,omitempty"`
	// RunnerUp is the best proposal that says something else, and Lead how much longer its description is in nats, or
	// worse by the user's own fitness.
	RunnerUp   int          `json:"runner_up"`
	Lead       model.Figure `json:"lead"`                  // see RunnerUp
	OwnFitness bool         `json:"own_fitness,omitempty"` // the user's own measure chose
	Undecided  *Undecided   `json:"undecided,omitempty"`   // nil: decided
	// Reach is how well the mean is known on the measured range and on multiples of it, the least first.
	Reach []Reach `json:"reach,omitempty"`

	// Taken is the transition of a decision that conditions say too often or too seldom; nil: none.
	Taken *Taken `json:"taken,omitempty"`

	Upwards bool     `json:"upwards,omitempty"`  // observations stray upwards much more than downwards
	HeldOut *HeldOut `json:"held_out,omitempty"` // nil: too few observations to leave some out
	Below   []Below  `json:"below,omitempty"`    // limits that it does not keep
	// Within is up to where it may be used, where the mean is known up to there and not beyond.
	Within  *Within  `json:"within,omitempty"`
	Notes   []string `json:"notes,omitempty"`   // what of the measurements was left out, in words
	Remarks []string `json:"remarks,omitempty"` // what was done with them that takes nothing away, in words
}

// Finding is what the judge found out about the chosen expression.
type Finding string

// The findings, from nothing to everything.
const (
	Unmeasured Finding = "not measured"                  // no launch reached it
	Unusable   Finding = "no usable measurement"         // every observation was refused
	Unproposed Finding = "nobody proposed an expression" // although it was measured
	AllRefused Finding = "every proposal was refused"    // each for a reason that its grade names
	Single     Finding = "one observation"               // so nothing is known of how it depends on anything
	Few        Finding = "few observations"              // of a value that scatters, so that chance may have made them
	Always     Finding = "always the same decision"      // so no condition can be learnt
	Saturated  Finding = "as many numbers as inputs"     // so that every form goes through all of them
	Misfits    Finding = "misfit"                        // residuals that no noise explains
	Copies     Finding = "replicates are copies"         // which say nothing about noise
	Scattered  Finding = "much scatter"                  // which nobody measured twice
	Explained  Finding = "explained"                     // what is left over looks like noise
	Exact      Finding = "exact"                         // it explains every observation without a residual
)

// Optimal reports whether nothing is left to learn of the element, so that the analysis need not wait for it.
func (v *Verdict) Optimal() bool {
	return (v.Finding == Explained || v.Finding == Exact) && v.Undecided == nil && v.Inside() <= SureInside && v.Beyond() <= SureBeyond
}

// Inside is the half width of the mean's 90 % interval, relative to the mean, within the measured range; 0: it was not
// computed.
func (v *Verdict) Inside() model.Figure {
	if len(v.Reach) == 0 {
		return 0
	}
	return v.Reach[0].Beside
}

// Beyond is the same up to four times the measured range.
func (v *Verdict) Beyond() model.Figure {
	if len(v.Reach) == 0 {
		return 0
	}
	return v.Reach[len(v.Reach)-1].Beside
}

// Reach is how well the mean is known on up to a multiple of the measured range.
type Reach struct {
	Factor float64      `json:"factor"`         // times the measured range; 1: what was measured
	Beside model.Figure `json:"beside"`         // half width of the 90 % interval of the mean, relative: the larger of that of the total and of the 90th percentile over inputs; unknown: nothing was fitted
	Most   []Assigned   `json:"most,omitempty"` // of each input that the expression depends on and that may grow, the largest value
}

// What "trust" promises: the mean is known to so much, relative, with a probability of 90 %.
const (
	SureInside = 0.1  // within the measured range
	SureBeyond = 0.25 // on up to four times that
)

// Taken is how often a transition is taken, and how often conditions say so, as shares of all executions.
type Taken struct {
	Transition int          `json:"transition"` // which one, from 0
	Share      float64      `json:"share"`      // measured
	Said       float64      `json:"said"`       // by the conditions
	Beside     model.Figure `json:"beside"`     // the second by the first, less 1
}

// HeldOut is how well the chosen form predicts observations that its numbers were not learnt from.
type HeldOut struct {
	Launches     int          `json:"launches,omitempty"` // that were left out, each in turn; 0: observations were
	Parts        int          `json:"parts"`              // into how many the observations were divided, each predicted from the others
	Observations int          `json:"observations"`       // how many were predicted in all
	Error        model.Figure `json:"error"`              // relative, of single observations: the median, and ...
	NineInTen    model.Figure `json:"nine_in_ten"`        // ... what nine of ten do not exceed
	Modelled     float64      `json:"modelled"`           // totals, in the unit of the measured value
	Measured     float64      `json:"measured"`           // total that was measured of the same observations
	Total        model.Figure `json:"total"`              // by how much the modelled total is beside the measured one, relative
	Low          model.Figure `json:"low"`                // its interval of 90 %
	High         model.Figure `json:"high"`               // upper end of that interval
	// Launch is how many times as long, or as short, single observations of one launch typically took as was
	// predicted from the others.
	Launch float64 `json:"launch,omitempty"`
	Rare   *Rare   `json:"rare,omitempty"` // nil: nothing stands out, or much does
	// Early are the first halves of launches, where these took longer with the same inputs.
	Early *WarmUp `json:"early,omitempty"`
	// WarmUp are the observations that were left out because the program was warming up; nil: none was.
	WarmUp *WarmUp `json:"warm_up,omitempty"`
}

// WarmUp is what a program took while it was warming up, beside what is predicted of it warm.
type WarmUp struct {
	Observations int     `json:"observations"` // how many were left out
	Measured     float64 `json:"measured"`     // what they took, in the unit of the measured value
	Modelled     float64 `json:"modelled"`     // what is predicted for them
}

// Whole is how many times as long launches took as is predicted of them with all that does not count above, warm-up
// and first halves: what a program takes that starts anew. It is the ratio of Measured to Modelled where all counts;
// NaN where nothing is predicted.
func (f *HeldOut) Whole() float64 {
	measured, modelled := f.Measured, f.Modelled
	for _, w := range []*WarmUp{f.Early, f.WarmUp} {
		if w != nil {
			measured, modelled = measured+w.Measured, modelled+w.Modelled
		}
	}
	return measured / modelled
}

// Rare are the few observations that took many times as long as is usual for what was predicted for them.
type Rare struct {
	Observations int          `json:"observations"` // how many they are
	Share        model.Figure `json:"share"`        // of the measured total, that they hold
	Total        model.Figure `json:"total"`        // HeldOut.Total of all others
}

// Within is a range of inputs in which an expression may be used, and not beyond.
type Within struct {
	Factor float64    `json:"factor"` // how many times the measured range that is; 1: what was measured
	Most   []Assigned `json:"most"`   // of each input that it depends on, the largest value
}

// Below is a limit of quality that an expression does not keep.
type Below struct {
	What  Quality      `json:"what"`  // which limit
	Value model.Figure `json:"value"` // what the expression reaches, in the unit of Limit
	Limit float64      `json:"limit"` // what the user's settings ask for, or the judge for itself
}

// Quality is what a limit is of.
type Quality string

// The qualities: of single observations, of their total, of the mean, of how far launches are apart, and of how many
// observations there are.
const (
	MeanLimit   Quality = "mean"         // of how far beside the mean may be, with a probability of 90 %, relative
	ErrorLimit  Quality = "error"        // of the median error of single observations, relative
	TotalLimit  Quality = "total"        // of the error of the modelled total, relative
	LaunchLimit Quality = "launch"       // of how many times as long or as short a launch may typically take as is predicted from the others
	AstrayLimit Quality = "astray"       // of how many times what they took is predicted for observations left out as warm-up
	CountLimit  Quality = "observations" // of how many observations there are, at least
	TakenLimit  Quality = "taken"        // how often a transition is taken by the conditions, beside how often it was
	SpareLimit  Quality = "numbers"      // of how many inputs there are beyond the numbers that say them
)

// Undecided says between which expressions the data cannot decide, and where to measure.
type Undecided struct {
	Cause    Ambiguity  `json:"cause"`              // what leaves it open
	Chosen   string     `json:"chosen"`             // expressions, as text
	Rival    string     `json:"rival"`              // text of the other expression
	Place    []Assigned `json:"place"`              // where they differ most
	Gap      float64    `json:"gap"`                // relative, there
	Variable string     `json:"variable,omitempty"` // that took two values only, of TwoValues
	Values   [2]float64 `json:"values"`             // these, the smaller first
}

// Numbers are those of the place that are numbers: launches can be chosen by them.
func (u *Undecided) Numbers() (place []Assigned) {
	if u == nil {
		return nil
	}
	for _, a := range u.Place {
		if a.Text == "" {
			place = append(place, a)
		}
	}
	return place
}

// Ambiguity is why data do not decide between expressions.
type Ambiguity string

// The ambiguities.
const (
	TwoForms    Ambiguity = "forms"      // explain the data alike
	TwoValues   Ambiguity = "values"     // of a variable, through which every form goes
	TwoTogether Ambiguity = "parameters" // that varied together
)

// Asked is what the judge asked to be measured again.
type Asked struct {
	Rounds int                            // so far, with this one
	Where  map[model.ElementID][]Assigned // the place that would decide, by element: numbers alone
}

// Assigned is the value of a variable at a place to measure: a number, or a text.
type Assigned struct {
	Variable model.Variable // the parameter to be set
	Value    float64        // what it is to be, where Text is empty
	Text     string         `json:",omitempty"` // what it is to be, where the parameter is a text; empty: Value counts
}

func (a Assigned) String() string {
	if a.Text != "" {
		return a.Variable.String() + " = " + strconv.Quote(a.Text)
	}
	return a.Variable.String() + " = " + strconv.FormatFloat(a.Value, 'g', 4, 64)
}

// AskedKey is the key of Asked among the private states.
const AskedKey = "judge.asked"
