package run

import (
	"fmt"
	"math"

	"beagle/internal/quantity"
	"beagle/model"
)

// Validation is how the model that was learnt predicts executions of services that did not teach it. Times are
// seconds. Measured are the executions' wall clock without the time in which the thread had no processor, and without
// what the probes took, as far as these are known.
type Validation struct {
	HeldOut   bool  `json:"held_out"`            // no launch judged what it had taught
	FromLogs  bool  `json:"from_logs,omitempty"` // executions are those that recorded logs hold; each counts as a launch
	Stretches bool  `json:"stretches,omitempty"` // parts are stretches of the one recorded log
	Parts     int   `json:"parts"`               // into which the launches were divided; each judged what the others taught
	Launches  int   `json:"launches"`            // that judged
	Busy      int   `json:"busy,omitempty"`      // of all launches, on a busy machine
	Calls     int64 `json:"calls"`               // that were predicted
	// Collected is the share of the launches' time in which the garbage collector stopped the program.
	Collected float64 `json:"collected,omitempty"`
	// InActions is the share of the time that services spent themselves, without the services that they call, in
	// actions of the model, of all executions of all launches.
	InActions model.Figure        `json:"in_actions"`
	Services  []ServicePrediction `json:"services"`           // one entry a service
	Verdict   []string            `json:"verdict"`            // in words: what the model is good for, and what would make it better
	Good      bool                `json:"good"`               // the services that are entered from outside are Good
	Problems  []model.Problem     `json:"problems,omitempty"` // what a person should know
}

// GoodError is the median relative error of a service, and that of its mean, up to which a model is called good.
const GoodError = 0.10

// Good reports whether a service is predicted within GoodError: single calls, and their mean.
func (s *ServicePrediction) Good() bool {
	return s.Calls > 0 && s.Error.Median <= GoodError && math.Abs(s.Bias.Value) <= GoodError
}

// NearMean is how far from the measured mean a modelled one may be so that capacity can be planned with it.
const NearMean = 0.20

// Total is by how much the time of all executions that were entered, of services that can be judged, is predicted too
// high, relative, and how many of these services are predicted within NearMean; NaN: nothing was compared.
func (v *Validation) Total() (off, half float64, near, services int) {
	measured, predicted, unsure := 0.0, 0.0, 0.0 // seconds; of the last the square
	for i := range v.Services {
		s := &v.Services[i]
		if !s.Judged() {
			continue
		}
		services++
		spent := s.Spent()
		measured, predicted = measured+spent.Measured, predicted+spent.Predicted
		if s.Bias.HalfWidth.Finite() {
			spent.Measured *= float64(s.Bias.HalfWidth)
		}
		unsure += spent.Measured * spent.Measured
		if math.Abs(s.Bias.Value) <= NearMean {
			near++
		}
	}
	return predicted/measured - 1, math.Sqrt(unsure) / measured, near, services
}

// Check says in a line how well the model predicts.
func (v *Validation) Check() string {
	off, half, near, services := v.Total()
	whose := "held-out launches"
	if !v.HeldOut {
		whose = "launches that taught it, too"
	}
	if services == 0 {
		return fmt.Sprintf("Prediction check (%s): no call could be compared", whose)
	}
	known := ""
	if half > GoodError {
		known = fmt.Sprintf(" (known to ±%s: few calls make most of it)", quantity.Percent(half))
	}
	said := fmt.Sprintf("Prediction check (%s): total CPU time %s%s, %d of %s within %s", whose, quantity.Signed(off), known, near, quantity.Plural(services, "service", "services"), quantity.Percent(NearMean))
	worst := 0.0
	name := ""
	for i := range v.Services {
		if s := &v.Services[i]; s.Judged() && math.Abs(s.Bias.Value) > max(worst, NearMean) {
			worst, name = math.Abs(s.Bias.Value), fmt.Sprintf("; worst: %s %s", s.Service, quantity.Signed(s.Bias.Value))
		}
	}
	said += name + "."
	if off, near, services := v.InProgram(); services > 0 {
		said += fmt.Sprintf(" Of the program's own calls: %s, %d of %d.", quantity.Signed(off), near, services)
	}
	return said
}

// ServicePrediction is how one service's executions are predicted, each from its own inputs.
type ServicePrediction struct {
	Service   string `json:"service"`              // Component.service
	SEFF      string `json:"seff"`                 // id of the service effect specification
	Entry     bool   `json:"entry"`                // called from outside, not only by measured services
	Calls     int64  `json:"calls"`                // executions that were predicted
	Launches  int    `json:"launches"`             // launches that they come from
	HeldOut   bool   `json:"held_out"`             // no launch judged what it had taught
	Refused   int64  `json:"refused,omitempty"`    // calls that cannot be predicted ...
	Why       string `json:"why,omitempty"`        // ... and why
	WarmingUp int64  `json:"warming_up,omitempty"` // calls at the start of launches, which are left out
	// StoodIn are launches that are left out, since stand-ins of tests ran in the place of what it calls.
	StoodIn int `json:"stood_in,omitempty"`
	// Brief: it takes hardly longer than the probes inside it, so that measured is what its actions took, and those
	// of the services that it calls.
	Brief bool `json:"brief,omitempty"`
	// WarmUp is how many times as long as the others these took on average; 0: there were none.
	WarmUp float64 `json:"warm_up,omitempty"`
	// Whole is how many times as long an execution took over whole launches as over those that were predicted.
	Whole     float64 `json:"whole_launches,omitempty"`
	Unsettled int     `json:"unsettled,omitempty"` // launches that were warming up for half of their calls, and perhaps longer

	InProgram     *InProgram      `json:"in_program,omitempty"` // calls of the program's own launches, where launches that drive the service judge it
	Entered       *Spent          `json:"entered,omitempty"`    // all executions that were entered from outside, together
	MeasuredMean  float64         `json:"measured_mean"`        // mean seconds an execution, as measured
	PredictedMean float64         `json:"predicted_mean"`       // mean seconds an execution, as predicted
	Error         PredictionError `json:"relative_error"`       // of single executions: the difference of predicted and measured time by the measured one
	Bias          PredictionBias  `json:"bias"`                 // predicted by measured mean, less 1
	// LaunchesApart is how many times longer, for the same inputs, the slowest launch takes than the quickest.
	LaunchesApart float64 `json:"launches_apart"`
	// Scatter is how far half of the calls are from others with alike inputs, at most.
	Scatter model.Figure `json:"scatter"`
	KS      float64      `json:"ks"` // Kolmogorov-Smirnov distance of drawn and measured times
	// Wasserstein: mean distance of the quantiles of drawn and measured times (the first Wasserstein distance),
	// by the measured mean
	Wasserstein float64 `json:"wasserstein_by_mean"`

	// Before is the same with the values that the model had; nil: it cannot be said.
	Before *Before `json:"before,omitempty"`

	Unexplained model.Figure      `json:"unexplained"`      // share of the measured time that no action explains
	Gaps        []Gap             `json:"gaps,omitempty"`   // stretches of time that no action explains, the largest first
	Waited      model.Figure      `json:"waited"`           // share of the clock without a processor outside of all actions, which is left out
	Probes      model.Figure      `json:"probes"`           // share of the clock that is taken to be the probes', and left out
	Parts       []PartPrediction  `json:"parts,omitempty"`  // actions and called services, the worst first
	Worst       []CallPrediction  `json:"worst,omitempty"`  // inputs
	Range       []InputRange      `json:"range,omitempty"`  // of the inputs that were measured
	Points      []PointPrediction `json:"points,omitempty"` // a sample of the calls, for a plot
}

// Spent are seconds that executions take together.
type Spent struct {
	Measured  float64 `json:"measured"`  // as they were measured
	Predicted float64 `json:"predicted"` // as the model says
}

// InProgram is what calls of a service took in the program's own launches, their start included, where it is judged
// by launches that drive it.
type InProgram struct {
	Calls    float64 `json:"calls"`    // that were entered
	Launches int     `json:"launches"` // that they come from
	Spent            // all calls together
}

// Off is by how much the calls are predicted too high, relative.
func (o *InProgram) Off() float64 { return o.Predicted/o.Measured - 1 }

// InProgram is by how much the time of the program's own calls is predicted too high, relative, of services that are
// judged by launches that drive them, how many of these services are within NearMean, and how many there are.
func (v *Validation) InProgram() (off float64, near, services int) {
	all := InProgram{}
	for i := range v.Services {
		s := &v.Services[i]
		if s.InProgram == nil || !s.Judged() {
			continue
		}
		services++
		all.Measured, all.Predicted = all.Measured+s.InProgram.Measured, all.Predicted+s.InProgram.Predicted
		if math.Abs(s.InProgram.Off()) <= NearMean {
			near++
		}
	}
	return all.Off(), near, services
}

// Spent is what all executions took that were entered from outside; those inside other services are in what these took.
func (s *ServicePrediction) Spent() Spent {
	if s.Entered == nil { // a run of before, which counted records
		return Spent{s.MeasuredMean * float64(s.Calls), s.PredictedMean * float64(s.Calls)}
	}
	return *s.Entered
}

// MuchElsewhere is the share of what is predicted for a service from which calls that were never executed inside it
// leave nothing to judge it by.
const MuchElsewhere = 0.10

// Elsewhere is which share of what is predicted for a service is of calls of other services that were executed inside
// it in no launch, and which these are: a stand-in of a test, another thread or code that is not in the model did
// what they do.
func (s *ServicePrediction) Elsewhere() (share float64, names []string) {
	seconds := 0.0
	for _, p := range s.Parts {
		if p.Call && p.Measured == 0 && p.Predicted > 0 {
			seconds += p.Predicted
			names = append(names, p.Name)
		}
	}
	if !(s.PredictedMean > 0) {
		return 0, nil
	}
	return min(1, seconds/s.PredictedMean), names
}

// Judged reports whether a service was entered, and is known to have taken what was measured, itself.
func (s *ServicePrediction) Judged() bool {
	share, _ := s.Elsewhere()
	return s.Entry && s.Calls > 0 && share < MuchElsewhere
}

// WholeLaunches is how many times as long an execution took over whole launches as over those that were predicted.
func (s *ServicePrediction) WholeLaunches() float64 {
	switch {
	case s.WarmUp == 0 || s.Calls+s.WarmingUp == 0:
		return 1
	case s.Whole > 0:
		return s.Whole
	}
	// A run of before, which counted records.
	return (float64(s.Calls) + float64(s.WarmingUp)*s.WarmUp) / float64(s.Calls+s.WarmingUp)
}

// Starting says what the start of launches took, which no prediction holds; empty: nothing was left out.
func (s *ServicePrediction) Starting() string {
	if s.WarmUp == 0 {
		return ""
	}
	said := fmt.Sprintf("%s at the start of launches are left out, at %.2g times the time of the others: whole launches took %.2g times as long", quantity.Plural(s.WarmingUp, "call", "calls"), s.WarmUp, s.WholeLaunches())
	if s.Unsettled > 0 {
		said += fmt.Sprintf("; %s got faster to the end", quantity.Plural(s.Unsettled, "launch", "launches"))
	}
	return said
}

// Programs says what a call took in the program's own launches where launches that drive the service judge it; empty:
// they do not.
func (s *ServicePrediction) Programs() string {
	own := s.InProgram
	if own == nil {
		return ""
	}
	return fmt.Sprintf("in the program's own launches, start included, a call of it took %s, and %s is predicted (%s a launch)",
		quantity.Seconds(own.Measured/own.Calls), quantity.Seconds(own.Predicted/own.Calls), quantity.Plural(int(own.Calls)/own.Launches, "call", "calls"))
}

// PredictionError is the relative error of single calls.
type PredictionError struct {
	Median float64      `json:"median"` // of all calls, relative: 0.1 is a tenth
	Low    model.Figure `json:"low"`    // 95 % interval of the median
	High   model.Figure `json:"high"`   // upper end of the same interval
	P90    float64      `json:"p90"`    // what nine of ten calls do not exceed, relative
}

// PredictionBias is a value with its 95 % interval; unknown limits are null.
type PredictionBias struct {
	Value float64      `json:"value"` // predicted by measured mean, less 1: 0.1 predicts a tenth too much
	Low   model.Figure `json:"low"`   // lower end of the 95 % interval
	High  model.Figure `json:"high"`  // upper end of the 95 % interval

	// HalfWidth of the 95 % interval of the value, by how far calls are from what is predicted for each, where
	// launches count for nothing.
	HalfWidth model.Figure `json:"half_width_95"`
}

// Before is how the model predicted with its old values.
type Before struct {
	PredictedMean float64 `json:"predicted_mean"` // mean seconds an execution
	Median        float64 `json:"median"`         // relative error
	P90           float64 `json:"p90"`            // relative error that nine of ten calls do not exceed
}

// Gap is where time lies that no action explains: between two things that happen in a service.
type Gap struct {
	After  string  `json:"after"`  // empty: the beginning
	Before string  `json:"before"` // empty: the end
	Share  float64 `json:"share"`  // of the service's time
}

// PartPrediction is what a service spends in one action, or in another service.
type PartPrediction struct {
	ID        string  `json:"id"`             // of the action, or of the called SEFF
	Name      string  `json:"name"`           // for people
	Call      bool    `json:"call,omitempty"` // it is a call of another service
	Measured  float64 `json:"measured"`       // seconds an execution
	Predicted float64 `json:"predicted"`      // from the inputs of the calling service
	Blame     float64 `json:"blame"`          // share of all parts' absolute errors
}

// CallPrediction is one call.
type CallPrediction struct {
	Inputs    map[string]any `json:"inputs"`    // the parameters as people write them, by variable
	Measured  float64        `json:"measured"`  // seconds on the clock
	Predicted float64        `json:"predicted"` // expected seconds by the model
	Launch    int32          `json:"launch"`    // number of the launch
}

// InputRange is from where to where a numeric input was measured.
type InputRange struct {
	Input string  `json:"input"` // the variable, as in StoEx
	Low   float64 `json:"low"`   // smallest number that was observed
	High  float64 `json:"high"`  // largest number that was observed
}

// PointPrediction is a measured time beside the predicted one.
type PointPrediction struct {
	Measured  float64 `json:"measured"`  // seconds on the clock
	Predicted float64 `json:"predicted"` // expected seconds by the model
}
