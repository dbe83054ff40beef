package cost

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"beagle/cost"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
)

// worst is what came of the inputs that the formula says are the costliest.
type worst struct {
	Outcome string      `json:"outcome"` // confirmed or refuted
	Runs    []challenge `json:"runs"`
	Kept    string      `json:"kept,omitempty"` // file with the inputs that refuted the formula; later measurements have them, too
}

type challenge struct {
	Inputs    map[string]any `json:"inputs"`
	Predicted model.Figure   `json:"predicted"` // CPU seconds a call
	Low       model.Figure   `json:"low"`       // of the 90 % interval of another launch
	High      model.Figure   `json:"high"`
	Measured  model.Figure   `json:"measured"` // CPU seconds a call
	Refuted   bool           `json:"refuted"`  // the difference is more than chance makes of it in one of a hundred launches
}

func worstOf(w *cost.Worst) *worst {
	if w == nil {
		return nil
	}
	out := worst{Outcome: "confirmed", Kept: w.Kept}
	if w.Refuted() {
		out.Outcome = "refuted"
	}
	for _, c := range w.Runs {
		one := challenge{
			Inputs: map[string]any{}, Measured: model.Figure(c.Measured), Refuted: c.Refuted,
			Predicted: model.Figure(c.Predicted.Value), Low: model.Figure(c.Predicted.Low), High: model.Figure(c.Predicted.High),
		}
		for v, value := range c.Inputs {
			one.Inputs[v.String()] = plain(value)
		}
		out.Runs = append(out.Runs, one)
	}
	return &out
}

// words are a sentence with the input that lies farthest from its prediction.
func (w *worst) words() string {
	far := slices.MaxFunc(w.Runs, func(a, b challenge) int {
		off := func(c challenge) float64 { return math.Abs(math.Log(float64(c.Measured / c.Predicted))) }
		return cmp.Compare(off(a), off(b))
	})
	text := fmt.Sprintf("%s by the %d costliest inputs: %s measured, %s predicted (90 %%: %s to %s) at %s", w.Outcome, len(w.Runs),
		quantity.Seconds(float64(far.Measured)), quantity.Seconds(float64(far.Predicted)), quantity.Seconds(float64(far.Low)), quantity.Seconds(float64(far.High)), safe.Line(quantity.Inputs(far.Inputs)))
	if w.Outcome == "refuted" {
		text += "; the formula above was learnt again with them"
	}
	if w.Kept != "" {
		text += "; later measurements have them, too: " + safe.Line(w.Kept)
	}
	return text
}
