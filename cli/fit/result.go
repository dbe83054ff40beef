package fit

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"

	"beagle/analysers/csvtable"
	"beagle/blackboard"
	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm"
	"beagle/pcm/stoex"
	"beagle/run"
	"beagle/run/findings"
	"beagle/statistics/calibration"
	"beagle/statistics/decimal"
	"beagle/statistics/robust"
	"beagle/statistics/selection"
)

// result is what "beagle fit --output json" prints: an element of the
// result of a run, and what a single fit can say besides. Its names are a
// contract with other programs: add, never rename.
type result struct {
	app.Element
	Reason   string       `json:"reason"`
	Optimal  bool         `json:"optimal"`
	Front    []int        `json:"front"`          // places in proposals that no other beats in both error and size
	RunnerUp *int         `json:"runner_up"`      // place in proposals; null: none
	Distance model.Figure `json:"distance"`       // how much longer the runner-up's description is, nats
	Rows     int64        `json:"rows"`           // rows of the table
	Tool     string       `json:"tool,omitempty"` // the benchmark tool whose results these are
	Unit     string       `json:"unit,omitempty"` // of the target: seconds, or what the tool calls the metric
	// Names are what the table calls the variables whose names are others in StoEx.
	Names names `json:"names,omitempty"`

	Expression string      `json:"expression"`           // the final one for people, e.g. with ceilings that StoEx cannot say
	Yours      string      `json:"-"`                    // what a person chose on the screen instead; empty: nothing
	Prediction *prediction `json:"prediction"`           // of another table's rows; null: none was asked for
	Extensions []app.Added `json:"extensions,omitempty"` // how the proposals of extensions fared
	Evidence   []evidence  `json:"evidence"`             // of the first proposals, in their order
}

// evidence is why a proposal may be trusted or not. Numbers that could not be
// found are null.
type evidence struct {
	Observations  int          `json:"observations"`
	Points        int          `json:"points"`        // distinct parameterisations
	Training      model.Figure `json:"training"`      // relative errors
	Validation    model.Figure `json:"validation"`    // on points that were left out
	Extrapolation model.Figure `json:"extrapolation"` // on the largest fifth, from the rest
	Intervals     []interval   `json:"intervals"`     // of the fitted numbers, 90 %
	Random        *random      `json:"random"`        // how to say the scatter; null: unknown
	Mean          *run.Mean    `json:"mean"`          // how measured totals relate to what the typical observation says; null: unknown

	// Of decisions, whose errors are the shares that are said wrongly.
	Frequent    *run.Errors              `json:"frequent,omitempty"`    // of always saying the most frequent choice
	Brier       *run.Errors              `json:"brier,omitempty"`       // of probabilities
	Transitions []run.TransitionEvidence `json:"transitions,omitempty"` // in the order of the final's
}

type interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Gap   bool    `json:"gap,omitempty"` // a threshold: between these measured values
}

// random is an expression that also says how observations scatter, and how far
// it is from the data.
type random struct {
	StoEx       string  `json:"stoex"`
	KS          float64 `json:"ks"`
	Wasserstein float64 `json:"wasserstein"` // in parts of the prediction

	factor string // the distribution alone
}

// explained is how many proposals are explained.
const explained = 3

func evidenceOf(e model.Element, learnt learn.Result, proposals []run.Proposed) []evidence {
	out := []evidence{}
	for i, p := range learnt.Proposals {
		if i == explained || p.Expression == nil && len(p.Branches) == 0 {
			break
		}
		var x judge.Explanation
		var err error
		if p.Expression != nil {
			x, err = judge.Explain(context.Background(), learnt.Data, p.Expression)
		} else {
			x, err = judge.ExplainBranch(context.Background(), learnt.Data, p.Branches)
		}
		if err != nil {
			break
		}
		ev := evidence{
			Observations: x.Observations, Points: x.Points, Training: model.Figure(x.Training),
			Validation: model.Figure(x.Validation), Extrapolation: model.Figure(x.Extrapolation), Intervals: []interval{},
			Mean: findings.MeanOf(x.Mean), Frequent: findings.ErrorsOf(x.Frequent), Brier: findings.ErrorsOf(x.Brier),
		}
		for _, in := range x.Intervals {
			ev.Intervals = append(ev.Intervals, interval{in.Value, in.Low, in.High, in.Gap})
		}
		for _, t := range x.Transitions {
			ev.Transitions = append(ev.Transitions, run.TransitionEvidence(t))
		}
		if e.Kind == model.InternalAction {
			trend := proposals[i].StoEx
			if text, ks, wasserstein := findings.Scattered(pcm.Adapter{}, trend, x.Residual); text != "" {
				ev.Random = &random{text, ks, wasserstein, strings.TrimPrefix(text, "("+trend+") * ")}
			}
		}
		out = append(out, ev)
	}
	return out
}

func newResult(e model.Element, table *csvtable.Table, learnt learn.Result) result {
	v := learnt.Verdict
	r := result{
		Element: app.Element{
			ID: e.PCMID, Kind: e.Kind, Name: e.Name, Samples: int64(table.Table.Rows()), Noise: model.Figure(v.Noise),
			Proposals: []run.Proposed{}, Warnings: append(append(slices.Clone(table.Notes), v.Remarks...), judge.Warnings(&v)...), Undecided: judge.Undecided(&v), HeldOut: v.HeldOut, Below: judge.Below(&v), Within: v.Within,
		},
		Reason: judge.Reason(&v), Optimal: v.Optimal(), Front: learnt.Front, Rows: table.Total, Names: namesOf(table), Distance: model.Figure(learnt.Distance),
	}
	if r.Warnings == nil {
		r.Warnings = []string{}
	}
	if r.Front == nil {
		r.Front = []int{}
	}
	if learnt.Unfinished {
		r.Warnings = append(r.Warnings, "the time was over before every analyser was done; --budget gives more")
	}
	if learnt.RunnerUp >= 0 {
		r.RunnerUp = &learnt.RunnerUp
	}
	for i := range learnt.Proposals {
		r.Proposals = append(r.Proposals, proposed(e, learnt, i, judge.Standing(&v, learnt.Grades, i)))
	}
	if v.Final >= 0 {
		r.Final = &r.Proposals[v.Final]
		if n := learnt.Written(v.Final); n != nil {
			r.Expression = expression.String(decimal.Rounded(n))
		}
	}
	r.Verdict = (&run.ElementState{Best: r.Final, Optimal: r.Optimal, Finding: string(v.Finding), Undecided: r.Undecided, Below: r.Below, Warnings: judge.Warnings(&v)}).Trust()
	r.Evidence = evidenceOf(e, learnt, r.Proposals)
	r.Extensions = app.AddedTo([]app.Element{r.Element})
	return r
}

func proposed(e model.Element, learnt learn.Result, i int, standing string) run.Proposed {
	p, g, written := learnt.Proposals[i], learnt.Grades[i], selection.WithoutPoles(learnt.Data, learnt.Written(i))
	out := run.Proposed{
		Analyser: p.Analyser, Fitness: model.Figure(g.Fitness), Error: model.Figure(g.RelativeError), Size: g.Size, Refused: g.Refused,
		Why: p.Why + "; " + standing,
	}
	if e.Kind == model.Branch {
		out.Transitions, out.Unsayable = transitions(e, p.Branches)
		return out
	}
	// Tables need not be about resource demands: nothing is clamped at zero,
	// where negative values were refused already.
	place := stoex.Anywhere
	if e.Kind == model.Loop {
		place = stoex.Iterations
	}
	say := stoex.Print
	if calibration.RoundingMoves(learnt.Data, written) {
		say = stoex.PrintMean
	}
	text, err := say(written, place, e.Inputs...)
	if err != nil {
		text, out.Unsayable = "", err.Error()
	}
	out.StoEx = text
	return out
}

// transitions are a branch's proposals in StoEx, or which part cannot be said.
func transitions(e model.Element, branches []blackboard.BranchProposal) (out []run.ProposedBranch, unsayable string) {
	guards := make([]expression.Node, len(branches))
	guarded := false
	for i, b := range branches {
		guards[i] = b.Guard
		guarded = guarded || b.Guard != nil
	}
	texts := make([]string, len(branches))
	if guarded {
		var err error
		if texts, err = stoex.Guards(guards, e.Inputs...); err != nil {
			return nil, err.Error()
		}
	}
	for i, b := range branches {
		t := run.ProposedBranch{Condition: texts[i]}
		if i < len(e.Branches) {
			t.ID, t.Name = e.Branches[i].ID, e.Branches[i].Name
		}
		if !guarded {
			t.Probability = &b.Probability
		}
		out = append(out, t)
	}
	return out, ""
}

// axis is the variable over which an expression varies most on a table, and
// the typical values of all others.
func axis(n expression.Node, table *model.Table) (at int, typical []float64) {
	typical = make([]float64, len(table.Columns))
	for i, c := range table.Columns {
		typical[i] = robust.Middle(slices.DeleteFunc(slices.Clone(c.Num), math.IsNaN))
	}
	used := expression.Variables(n)
	at, most := -1, -1.0
	for i, c := range table.Columns {
		if c.Kind != model.Number || len(used) > 0 && !slices.Contains(used, c.Variable) {
			continue
		}
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range c.Num {
			if !math.IsNaN(x) {
				low, high = min(low, x), max(high, x)
			}
		}
		values := curve(n, table, i, typical, []float64{low, high})
		if change := math.Abs(values[1] - values[0]); change > most || at < 0 {
			at, most = i, change
		}
	}
	return at, typical
}

// curve is an expression's values over one column, the others being typical.
func curve(n expression.Node, table *model.Table, at int, typical, xs []float64) []float64 {
	columns := make([]model.Column, len(table.Columns))
	for i, c := range table.Columns {
		c.Num = make([]float64, len(xs))
		for j, x := range xs {
			c.Num[j] = typical[i]
			if i == at {
				c.Num[j] = x
			}
		}
		columns[i] = c
	}
	out := make([]float64, len(xs))
	program, err := expression.Compile(n, columns)
	if err != nil {
		for i := range out {
			out[i] = math.NaN()
		}
		return out
	}
	program.Eval(out, 0)
	return out
}

// names are what a table calls the variables whose names are others in StoEx.
type names map[string]string

// namesOf are the columns' own names, where they differ from the variables' that stand
// for them.
func namesOf(table *csvtable.Table) names {
	all := names{}
	for i, c := range table.Columns {
		if v := c.Variable.String(); table.Names[i] != v && table.Names[i] != c.Variable.Name {
			all[v] = table.Names[i]
		}
	}
	return all
}

var variable = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.]*\.[A-Z_]+`)

// plain says names as the table does: n, not the n.VALUE of StoEx, and größe, which
// is no name there.
func (n names) plain(text string) string {
	return safe.Line(variable.ReplaceAllStringFunc(text, func(v string) string {
		if name, other := n[v]; other {
			return name
		}
		return strings.TrimSuffix(v, ".VALUE")
	}))
}
