package cost

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"beagle/cli/app"
	"beagle/cost"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm/stoex"
	"beagle/run"
	"beagle/statistics/decimal"
	"beagle/statistics/robust"
)

// result is what "beagle cost --output json" prints. Its names are a contract: add, never rename.
type result struct {
	Version  int             `json:"version"`
	Methods  []method        `json:"methods"`
	Problems []model.Problem `json:"problems"`
}

type method struct {
	Method   string            `json:"method"`
	Verdict  string            `json:"verdict"`             // trust, check or measure more
	Final    *final            `json:"final"`               // null: nothing was learnt
	Bytes    *final            `json:"allocates,omitempty"` // bytes that the calling thread allocates in a call; absent: none, or not known
	Grows    string            `json:"grows,omitempty"`
	At       []at              `json:"at"`
	Find     *largest          `json:"find,omitempty"`  // of --find
	Worst    *worst            `json:"worst,omitempty"` // of --worst
	Settled  bool              `json:"settled"`
	Calls    int64             `json:"calls"`             // in steady state
	Counted  int64             `json:"counted,omitempty"` // calls in a program that ran, measured or not
	Launches int               `json:"launches"`
	Varied   []varied          `json:"varied"`
	Alike    map[string]string `json:"alike,omitempty"` // inputs that always had the value of another one
	Made     []made            `json:"made,omitempty"`
	Fresh    bool              `json:"fresh"` // each call got new inputs, since calls change them
	Driver   string            `json:"driver,omitempty"`
	Warnings []string          `json:"warnings,omitempty"`
	Problems []model.Problem   `json:"problems"`

	learnt *cost.Result
}

type final struct {
	StoEx   string `json:"stoex"`
	Formula string `json:"formula"` // for people
}

// at is the cost at some inputs: CPU seconds a call in steady state.
type at struct {
	Inputs map[string]any `json:"inputs"`
	Mean   model.Figure   `json:"mean"`
	Low    model.Figure   `json:"low"` // of the 90 % interval
	High   model.Figure   `json:"high"`
	// MeanLow and MeanHigh are the 90 % interval of the mean over launches, without what another launch differs by: --against
	// compares by it. 0: a result of an earlier Beagle.
	MeanLow  model.Figure `json:"mean_low,omitempty"`
	MeanHigh model.Figure `json:"mean_high,omitempty"`
	Beyond   bool         `json:"beyond,omitempty"` // outside the range that was measured
}

type varied struct {
	Name   string       `json:"name"`
	Low    model.Figure `json:"low"`
	High   model.Figure `json:"high"`
	Levels []string     `json:"levels,omitempty"`
}

// made is how a part of the inputs was made.
type made struct {
	Part string `json:"part"`
	By   string `json:"by"`
}

type given struct {
	variable model.Variable
	value    string
}

// assignment are the inputs at which the cost is asked for.
type assignment []given

// methodOf is what was learnt of a method, at the inputs that were asked for, or at three sizes.
func methodOf(r *cost.Result, asked []assignment) (method, error) {
	m := method{
		Method: r.Method.String(), Verdict: string(run.MeasureMore), At: []at{}, Settled: r.Settled && r.Learnt != nil, Calls: r.Calls, Launches: r.Launches,
		Varied: []varied{}, Alike: r.Alike, Fresh: r.Fresh, Driver: r.Source, Problems: slices.Clone(r.Problems), learnt: r,
	}
	if m.Problems == nil {
		m.Problems = []model.Problem{}
	}
	for i := range r.Table.Columns {
		m.Varied = append(m.Varied, variedOf(&r.Table.Columns[i]))
	}
	for _, way := range r.Design.Ways {
		part, _, _ := strings.Cut(way.Place, ":")
		m.Made = append(m.Made, made{part, way.Taken})
	}
	m.Worst = worstOf(r.Worst)
	formula := r.Expression()
	if formula == nil {
		return m, nil
	}
	v := &r.Learnt.Verdict
	shown := decimal.Rounded(formula)
	text, err := stoex.Print(formula, stoex.Anywhere, r.Element.Inputs...)
	if err != nil {
		m.Warnings = append(m.Warnings, "StoEx cannot say it: "+err.Error())
	}
	m.Final, m.Grows = &final{text, expression.String(shown)}, expression.Grows(shown)
	if bytes := r.Allocates(); bytes != nil {
		m.Bytes = &final{Formula: expression.String(decimal.Rounded(bytes))}
		m.Bytes.StoEx, _ = stoex.Print(bytes, stoex.Anywhere, r.Element.Inputs...) // of one that StoEx cannot say there is the formula only
	}
	m.Warnings = append(m.Warnings, judge.Warnings(v)...)
	if r.Share < crowded {
		m.Warnings = append(m.Warnings, fmt.Sprintf("calls had a processor for %s of the time only: measure on a quiet machine, unless the method waits", quantity.Percent(r.Share)))
	}
	best := run.Proposed{StoEx: text}
	state := run.ElementState{Best: &best, Optimal: v.Optimal(), Finding: string(v.Finding), Undecided: judge.Undecided(v), Below: judge.Below(v), Warnings: judge.Warnings(v)}
	if m.Verdict = string(state.Trust()); m.Verdict == string(run.Trusted) && (r.Share < crowded || !r.Settled) {
		m.Verdict = string(run.Check)
	}
	columns, err := m.columns(asked)
	if err != nil {
		return m, err
	}
	intervals, err := r.Predict(columns)
	if err != nil {
		return m, err
	}
	means, err := r.Means(columns)
	if err != nil {
		return m, err
	}
	for i, in := range intervals {
		one := at{
			Inputs: map[string]any{}, Mean: model.Figure(in.Value), Low: model.Figure(in.Low), High: model.Figure(in.High),
			MeanLow: model.Figure(means[i].Low), MeanHigh: model.Figure(means[i].High),
		}
		for j := range columns {
			value := columns[j].Value(i)
			if one.Inputs[columns[j].Variable.String()] = plain(value); value.Kind == model.Number {
				low, high := ends(r.Table.Columns[j].Num)
				one.Beyond = one.Beyond || value.Num < low || value.Num > high
			}
		}
		m.At = append(m.At, one)
	}
	if len(asked) == 0 {
		m.At = distinct(m.At)
	}
	return m, nil
}

// plain is a value as JSON has it; nil: there is none.
func plain(v model.Value) any {
	switch v.Kind {
	case model.Number:
		return v.Num
	case model.Bool:
		return v.Num != 0
	case model.Text:
		return v.Str
	case model.None:
	}
	return nil
}

// distinct leaves out repeated inputs: small, middle and large ones may be the same.
func distinct(all []at) []at {
	return slices.CompactFunc(all, func(a, b at) bool { return maps.Equal(a.Inputs, b.Inputs) })
}

// crowded is which share of the time a measuring thread has a processor where others take at least as much as it does.
const crowded = 0.5

// known reports whether an interval says how large the cost is at least to a power of ten.
func (a *at) known() bool {
	const ten = 10 // the next wider unit of the order of magnitude
	return a.Low > 0 && a.High <= ten*a.Low
}

func variedOf(c *model.Column) varied {
	low, high := ends(c.Num)
	v := varied{Name: c.Variable.String(), Low: model.Figure(low), High: model.Figure(high)}
	switch c.Kind {
	case model.Text:
		v.Levels = c.Levels
	case model.Bool:
		v.Levels = []string{"false", "true"}
	default:
	}
	return v
}

func ends(all []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range all {
		if !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}

// columns are the inputs at which costs are said: those that were asked for, else small, middle and large ones. What
// was not said of them is typical.
func (m *method) columns(asked []assignment) ([]model.Column, error) {
	if len(asked) == 0 {
		return m.learnt.Sizes(), nil
	}
	columns := slices.Clone(m.learnt.Table.Columns)
	for j := range columns {
		c := &columns[j]
		c.Levels = slices.Clone(c.Levels)
		measured := slices.DeleteFunc(slices.Clone(c.Num), math.IsNaN)
		slices.Sort(measured)
		c.Num = nil
		for _, one := range asked {
			x := robust.Middle(measured)
			for _, g := range one {
				if g.variable != c.Variable {
					continue
				}
				value, err := valueOf(c, g.value)
				if err != nil {
					return nil, err
				}
				x = value
			}
			c.Num = append(c.Num, x)
		}
	}
	return columns, nil
}

func valueOf(c *model.Column, text string) (float64, error) {
	switch c.Kind {
	case model.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return 0, app.Usage("--at %s: %q is neither true nor false", c.Variable, safe.Line(text))
		}
		if b {
			return 1, nil
		}
		return 0, nil
	case model.Text:
		at := slices.Index(c.Levels, text)
		if at < 0 {
			return 0, app.Usage("--at %s: %q was not measured; there are %s", c.Variable, safe.Line(text), strings.Join(c.Levels, ", "))
		}
		return float64(at), nil
	default:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return 0, app.Usage("--at %s: %q is no number", c.Variable, safe.Line(text))
		}
		return x, nil
	}
}

// unused is the error where an input that was asked for is one of no method.
func (r *result) unused(asked []assignment) error {
	var known []string
	for i := range r.Methods {
		for _, range1 := range r.Methods[i].Varied {
			known = append(known, range1.Name)
		}
	}
	for _, one := range asked {
		for _, g := range one {
			if len(known) > 0 && !slices.Contains(known, g.variable.String()) {
				return app.Hinted(app.Usage("no method depends on the input %s", g.variable), fmt.Sprintf("the inputs are %s", strings.Join(known, ", ")))
			}
		}
	}
	return nil
}

func (r *result) formulas() (all []app.Formula) {
	for i := range r.Methods {
		if m := &r.Methods[i]; m.Final != nil {
			name, _, _ := strings.Cut(m.Method, "(")
			parts := strings.Split(name, ".")
			all = append(all, app.Formula{Name: strings.Join(parts[max(0, len(parts)-2):], "."), About: "CPU seconds a call of " + m.Method + " in steady state", Node: m.learnt.Expression()})
		}
	}
	return all
}
