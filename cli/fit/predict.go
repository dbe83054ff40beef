package fit

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/analysers/csvtable"
	"beagle/blackboard"
	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
	"beagle/statistics/robust"
)

// prediction is what the learnt expression says about the rows of another
// table. Errors are relative; they are null where that table does not hold the
// target.
type prediction struct {
	File    string         `json:"file"`
	Rows    int            `json:"rows"`
	Known   int            `json:"known"`   // rows whose true value is there
	Outside int            `json:"outside"` // rows outside the range that was learnt from
	Error   model.Figure   `json:"error"`   // median
	Within  model.Figure   `json:"within"`  // of nine rows in ten
	Worst   model.Figure   `json:"worst"`
	R2      model.Figure   `json:"r2"`
	Wrong   model.Figure   `json:"wrong"`  // decisions: the share of wrong ones
	Values  []model.Figure `json:"values"` // one a row; null where it has none
	Low     []model.Figure `json:"low"`    // of 90 % intervals of the typical value, parallel to values
	High    []model.Figure `json:"high"`
	Choices []string       `json:"choices,omitempty"`
	Note    string         `json:"note,omitempty"` // what to know about all of it
}

// readOther reads the table whose rows are to be predicted, with the target
// where it has one.
func readOther(ctx context.Context, o flags) (*csvtable.Table, error) {
	file, err := openTable(ctx, o.predict)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	table, err := tableOf(o.predict, file, csvtable.Columns{Target: o.target})
	if err != nil { // perhaps it has no such column
		if info, cause := os.Stat(o.predict); cause != nil || !info.Mode().IsRegular() {
			return nil, err // what a pipe gave is gone
		}
		again, cause := openTable(ctx, o.predict)
		if cause != nil {
			return nil, cause
		}
		defer again.Close()
		if table, cause = tableOf(o.predict, again, csvtable.Columns{}); cause != nil {
			return nil, cause
		}
	}
	if table.Total > int64(table.Table.Rows()) && len(table.Seq) > 0 && int64(len(table.Seq)) < table.Total {
		return nil, model.Problem{
			Severity: model.Error, File: o.predict,
			Message: fmt.Sprintf("the table has %d rows, more than the %d that are kept at once", table.Total, len(table.Seq)),
			Hint:    "predict a part of it",
		}
	}
	return table, nil
}

// predict evaluates what was learnt on another table. nil: nothing was learnt.
func predict(file string, learntFrom, other *csvtable.Table, e model.Element, learnt learn.Result) (*prediction, error) {
	if learnt.Verdict.Final < 0 {
		return nil, nil
	}
	best := learnt.Proposals[learnt.Verdict.Final]
	p := &prediction{File: file, Rows: len(other.Seq), Error: model.Unknown(), Within: model.Unknown(), Worst: model.Unknown(), R2: model.Unknown(), Wrong: model.Unknown(), Values: []model.Figure{}, Low: []model.Figure{}, High: []model.Figure{}}
	nodes := []expression.Node{best.Expression}
	if best.Expression == nil {
		nodes = nil
		likeliest := 0
		for i, b := range best.Branches {
			if b.Guard != nil {
				nodes = append(nodes, b.Guard)
				continue
			}
			if b.Probability > best.Branches[likeliest].Probability {
				likeliest = i
			}
			p.Note = "the choice depends on nothing in the table: the most frequent one is said for every row"
		}
		if p.Note != "" {
			p.always(likeliest, e, other)
			return p, nil
		}
	}
	if err := fits(nodes, learntFrom, other, file); err != nil {
		return nil, err
	}
	p.Outside = outside(nodes, learntFrom, other)
	wrong := func(err error) error {
		return model.Problem{Severity: model.Error, File: file, Message: err.Error()}
	}
	switch {
	case best.Expression == nil:
		guards := make([][]float64, len(nodes))
		for i, n := range nodes {
			var err error
			if guards[i], err = dataset.Evaluate(n, other.Columns); err != nil {
				return nil, wrong(err)
			}
		}
		p.decisions(guards, best.Branches[:len(nodes)], e, other)
	case learntFrom.Target.Kind == model.Text:
		return nil, model.Problem{
			Severity: model.Error, File: file,
			Message: "a text cannot be predicted", Hint: "learn it as a decision, with --kind branch",
		}
	default:
		intervals, err := judge.Predict(learnt.Data, learnt.Forms(), other.Columns)
		if err != nil {
			return nil, wrong(err)
		}
		p.numbers(intervals, other)
	}
	return p, nil
}

func (p *prediction) numbers(values []judge.Interval, other *csvtable.Table) {
	var errors []float64
	var left, all, mean, truth float64
	target := other.Target.Num
	if len(target) == len(values) {
		for _, y := range target {
			if !math.IsNaN(y) {
				mean += y
				truth++
			}
		}
		mean /= max(truth, 1)
	}
	for i := range p.Rows {
		in := judge.Interval{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
		if i < len(values) {
			in = values[i]
		}
		f := in.Value
		p.Values, p.Low, p.High = append(p.Values, model.Figure(f)), append(p.Low, model.Figure(in.Low)), append(p.High, model.Figure(in.High))
		if len(target) <= i || math.IsNaN(target[i]) {
			continue
		}
		y := target[i]
		p.Known++
		left += (y - f) * (y - f)
		all += (y - mean) * (y - mean)
		off := math.Abs(f-y) / math.Abs(y)
		switch {
		case f == y:
			off = 0
		case math.IsNaN(off):
			off = math.Inf(1)
		}
		errors = append(errors, off)
	}
	if p.Known == 0 {
		return
	}
	slices.Sort(errors)
	p.Error, p.Within, p.Worst = model.Figure(robust.Quantile(errors, 0.5)), model.Figure(robust.Quantile(errors, 0.9)), model.Figure(errors[len(errors)-1])
	if all > 0 {
		p.R2 = model.Figure(1 - left/all)
	}
}

func (p *prediction) decisions(guards [][]float64, branches []blackboard.BranchProposal, e model.Element, other *csvtable.Table) {
	names := make([]string, len(branches))
	for i := range branches {
		if i < len(e.Branches) {
			names[i] = e.Branches[i].Name
		}
	}
	wrong := 0
	for row := range p.Rows {
		chosen := ""
		for i, holds := range guards {
			if holds[row] != 0 && !math.IsNaN(holds[row]) {
				chosen = names[i]
				break
			}
		}
		p.Choices = append(p.Choices, chosen)
		if truth, ok := choice(other.Target, row); ok {
			if p.Known++; truth != chosen {
				wrong++
			}
		}
	}
	if p.Known > 0 {
		p.Wrong = model.Figure(float64(wrong) / float64(p.Known))
	}
}

func (p *prediction) always(place int, e model.Element, other *csvtable.Table) {
	guards := make([][]float64, place+1)
	for i := range guards {
		guards[i] = make([]float64, p.Rows)
	}
	for row := range guards[place] {
		guards[place][row] = 1
	}
	p.decisions(guards, make([]blackboard.BranchProposal, place+1), e, other)
}

func choice(target model.Column, row int) (name string, ok bool) {
	if row >= len(target.Num) || math.IsNaN(target.Num[row]) {
		return "", false
	}
	switch x := target.Num[row]; target.Kind {
	case model.Text:
		return target.Levels[int(x)], true
	case model.Bool:
		return fmt.Sprint(x != 0), true
	default:
		return fmt.Sprint(x), true
	}
}

// fits says what another table lacks of what the expressions need.
func fits(nodes []expression.Node, from, other *csvtable.Table, file string) error {
	for _, n := range nodes {
		for _, v := range expression.Variables(n) {
			had, has := from.Column(v), other.Column(v)
			if has == nil {
				return model.Problem{
					Severity: model.Error, File: file, Line: 1,
					Message: fmt.Sprintf("there is no column %s, which the expression %s needs", v, expression.String(decimal.Rounded(n))),
				}
			}
			if had != nil && (had.Kind == model.Text) != (has.Kind == model.Text) {
				return model.Problem{
					Severity: model.Error, File: file, Line: 1,
					Message: fmt.Sprintf("the column %s holds texts in one of the tables and numbers in the other", v),
				}
			}
		}
	}
	return nil
}

// outside is how many rows lie outside the range that was learnt from.
func outside(nodes []expression.Node, from, other *csvtable.Table) int {
	out := make([]bool, len(other.Seq))
	for _, n := range nodes {
		for _, v := range expression.Variables(n) {
			had, has := from.Column(v), other.Column(v)
			if had == nil || had.Kind != model.Number {
				continue
			}
			low, high := math.Inf(1), math.Inf(-1)
			for _, x := range had.Num {
				if !math.IsNaN(x) {
					low, high = min(low, x), max(high, x)
				}
			}
			for i, x := range has.Num {
				out[i] = out[i] || x < low || x > high
			}
		}
	}
	count := 0
	for _, is := range out {
		if is {
			count++
		}
	}
	return count
}

// text shows a prediction to a person: how far off it is, and the first values
// where nothing is known of that.
func (p *prediction) text(s *app.Sheet) {
	words := fmt.Sprintf("on %s: ", safe.Line(p.File))
	switch {
	case p.Known == 0:
		const most = 5
		var first []string
		for i := range min(most, p.Rows) {
			if p.Choices != nil {
				first = append(first, safe.Line(p.Choices[i]))
			} else {
				value, low, high := fmt.Sprintf("%.4g", float64(p.Values[i])), fmt.Sprintf("%.4g", float64(p.Low[i])), fmt.Sprintf("%.4g", float64(p.High[i]))
				if low != high {
					value += " (" + low + " to " + high + ")"
				}
				first = append(first, value)
			}
		}
		if p.Rows > most {
			first = append(first, "... (all with --output json)")
		}
		words += "predicted " + strings.Join(first, ", ")
	case p.Choices != nil:
		words += fmt.Sprintf("%s of %d decisions wrong", quantity.Percent(float64(p.Wrong)), p.Known)
	default:
		words += fmt.Sprintf("error %s, of nine rows in ten at most %s, worst %s, R2 %.4f (%s)",
			quantity.Percent(float64(p.Error)), quantity.Percent(float64(p.Within)), quantity.Percent(float64(p.Worst)), float64(p.R2), quantity.Plural(p.Known, "row", "rows"))
	}
	s.Field("predicted", words)
	if p.Note != "" {
		s.Field("", p.Note)
	}
	if p.Outside > 0 {
		s.Field("", quantity.Plural(p.Outside, "row lies", "rows lie")+" outside the range that was learnt from")
	}
}

// obeyPrediction takes trust back where another table shows that it is not deserved: nine predictions in ten are
// farther off than what is promised of the mean and the scatter of single observations, spread, together explain.
func (r *result) obeyPrediction(spread float64) {
	if p := r.Prediction; p == nil || r.Verdict != run.Trusted || !(float64(p.Within) > blackboard.SureBeyond+distuv.UnitNormal.Quantile(0.95)*spread) {
		return
	}
	r.Verdict, r.Optimal = run.Check, false
	r.Reason += fmt.Sprintf("; but the p90 error of the rows of %s is %s", r.Prediction.File, quantity.Percent(float64(r.Prediction.Within)))
}
