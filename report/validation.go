package report

import (
	"fmt"
	"html/template"
	"math"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/plot"
	"beagle/tui/text"
)

// Validation is how the model that was learnt predicts executions that did not teach it.
type Validation struct {
	Class    string             // good, or to be looked at
	Verdict  []string           // what it means, a paragraph each
	Basis    string             // which launches taught, and which judged
	Services []ValidatedService // one row a service
}

// ValidatedService is one service of it.
type ValidatedService struct {
	Name, Calls, Measured, Predicted, Error, P90, Bias, Before, Unexplained, Why string        // texts of the row's columns
	ErrorBy                                                                      float64       // median relative error as a number to sort by
	Good                                                                         bool          // it lies within the limits of quality
	Picture                                                                      template.HTML // predicted over measured times: SVG
	Worst                                                                        []Fact        // what it is wrong about, the worst first
}

func (p *Page) validation(v *run.Validation) {
	if v == nil || len(v.Services) == 0 {
		return
	}
	p.Validation = &Validation{Class: "look", Basis: fmt.Sprintf("%s calls in %d launches, in %d parts", quantity.Count(v.Calls), v.Launches, v.Parts)}
	if v.Good {
		p.Validation.Class = "good"
	}
	if v.Stretches {
		p.Validation.Basis += "; of one log, stretches judge what others taught"
	}
	if !v.HeldOut {
		p.Validation.Basis += "; launches judge what they taught themselves, for there are too few"
	}
	for _, line := range v.Verdict {
		p.Validation.Verdict = append(p.Validation.Verdict, text.Safe(line))
	}
	for i := range v.Services {
		s := &v.Services[i]
		one := ValidatedService{
			Name: text.Safe(s.Service), Calls: quantity.Count(s.Calls), Measured: quantity.Seconds(s.MeasuredMean), Predicted: quantity.Seconds(s.PredictedMean),
			Error: quantity.Percent(s.Error.Median), P90: quantity.Percent(s.Error.P90), ErrorBy: s.Error.Median, Good: s.Good(), Bias: fmt.Sprintf("%+.1f %%", 100*s.Bias.Value), Before: quantity.None, Unexplained: quantity.None, Why: text.Safe(s.Why),
		}
		if s.Before != nil {
			one.Before = quantity.Percent(s.Before.Median)
		}
		if s.Unexplained.Finite() {
			one.Unexplained = quantity.Percent(float64(s.Unexplained))
		}
		for k, part := range s.Parts {
			if k == 3 {
				break
			}
			one.Worst = append(one.Worst, Fact{text.Safe(part.Name), fmt.Sprintf("measured %s, predicted %s an execution; %s of what is wrong", quantity.Seconds(part.Measured), quantity.Seconds(part.Predicted), quantity.Percent(part.Blame))})
		}
		if s.Entry && len(s.Points) > 1 {
			title := s.Service + ": executions predicted"
			description := fmt.Sprintf("%d executions that did not teach the model, measured against predicted, on logarithmic axes; on the line they are the same", len(s.Points))
			f := validationPicture(s.Points)
			one.Picture = template.HTML(f.SVG(title, description, false)) //nolint:gosec // SVG escapes every text that it takes from outside
			p.figures = append(p.figures, figure{anchor(s.Service) + "-predicted", f, title, description})
		}
		p.Validation.Services = append(p.Validation.Services, one)
	}
}

func validationPicture(points []run.PointPrediction) plot.Picture {
	f := plot.Picture{X: "predicted", Tick: quantity.Seconds, XTick: quantity.Seconds, LogX: true, LogY: true, Noisy: true}
	low, high := 0.0, 0.0
	for _, q := range points {
		if !(q.Predicted > 0 && q.Measured > 0) {
			continue
		}
		f.Points = append(f.Points, run.Point{X: q.Predicted, Y: q.Measured, N: 1})
		if low == 0 || q.Predicted < low {
			low = q.Predicted
		}
		high = max(high, q.Predicted)
	}
	if high > low {
		const parts = 100 // so that no two of its points look like a step
		for i := range parts + 1 {
			v := low * math.Pow(high/low, float64(i)/parts)
			f.Curve = append(f.Curve, run.Point{X: v, Y: v})
		}
	}
	return f
}
