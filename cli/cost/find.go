package cost

import (
	"fmt"
	"math"
	"slices"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
)

// largest is the largest input up to which calls cost less than a limit.
type largest struct {
	Input  string       `json:"input"`
	Below  float64      `json:"below"`            // CPU seconds a call
	Value  model.Figure `json:"value"`            // null: not even the smallest measured input, or all up to four times the largest one, see all
	Low    model.Figure `json:"low"`              // of the 90 % interval; null likewise
	High   model.Figure `json:"high"`             // null: it is not known where it ends
	All    bool         `json:"all,omitempty"`    // the limit is kept up to four times the largest measured input
	Beyond bool         `json:"beyond,omitempty"` // Value is above the largest measured input
	From   model.Figure `json:"measured_from"`    // smallest measured input
	To     model.Figure `json:"measured_to"`      // largest measured input
}

// goal refuses a --find without a limit, or one that is not understood, before anything is measured.
func (o *flags) goal(at []assignment) error {
	switch {
	case (o.find == "") != (o.below == 0) || o.below < 0:
		return app.Usage("--find and --below belong together: --find text.BYTESIZE --below 100ms")
	case o.find == "":
		return nil
	case len(at) > 1:
		return app.Usage("--find takes the other inputs from one --at: leave the others out")
	}
	if _, err := model.ParseVariable(o.find); err != nil {
		return app.Usage("--find %s is no input: write NAME.CHAR, e.g. text.BYTESIZE", safe.Line(o.find))
	}
	return nil
}

// largest answers --find; nil: the cost does not depend on the input.
func (m *method) largest(input string, below float64, asked []assignment) (*largest, error) {
	at := slices.IndexFunc(m.learnt.Table.Columns, func(c model.Column) bool { return c.Variable.String() == input && c.Kind == model.Number })
	if at < 0 {
		return nil, nil
	}
	if len(asked) == 0 {
		asked = []assignment{{}} // all are typical
	}
	row, err := m.columns(asked)
	if err != nil {
		return nil, err
	}
	found, err := m.learnt.Largest(row, row[at].Variable, below)
	low, high := m.Varied[at].Low, m.Varied[at].High
	l := &largest{Input: input, Below: below, All: math.IsInf(found.Value, 1), Beyond: found.Value > float64(high), From: low, To: high}
	for _, x := range []struct {
		to *model.Figure
		x  float64
	}{{&l.Value, found.Value}, {&l.Low, found.Low}, {&l.High, found.High}} {
		*x.to = model.Unknown()
		if !math.IsInf(x.x, 0) {
			*x.to = model.Figure(math.Floor(x.x))
		}
	}
	return l, err
}

// words say it to people.
func (l *largest) words() string {
	limit := "costs less than " + quantity.Seconds(l.Below)
	measured := fmt.Sprintf("measured from %s to %s", quantity.Short(float64(l.From)), quantity.Short(float64(l.To)))
	switch {
	case l.All:
		return fmt.Sprintf("%s %s up to four times the measured inputs (%s), and farther nobody knows: give larger inputs, --inputs CLASS", l.Input, limit, measured)
	case !l.Value.Finite():
		return fmt.Sprintf("no measured %s %s (%s)", l.Input, limit, measured)
	}
	end := func(x model.Figure) string {
		if !x.Finite() {
			return "unknown"
		}
		return quantity.Short(float64(x))
	}
	text := fmt.Sprintf("%s up to %s %s (90 %%: %s to %s)", l.Input, quantity.Short(float64(l.Value)), limit, end(l.Low), end(l.High))
	if l.Beyond {
		text += ", beyond the measured inputs: " + measured
	}
	return text
}
