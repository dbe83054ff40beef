package pcm

import (
	"fmt"
	"strconv"
	"strings"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
	"beagle/pcm/stoex"
)

// Adapter is PCM as a kind of models: repositories, and StoEx as their language of expressions.
type Adapter struct{}

var (
	_ adapter.Adapter = Adapter{}
	_ adapter.Model   = (*Repository)(nil)
	_ adapter.Reader  = Adapter{}
)

// Suffixes end the names of repositories.
func (Adapter) Suffixes() []string { return []string{".repository"} }

func (Adapter) Read(path string) (adapter.Model, error) {
	r, err := Read(path)
	if err != nil {
		return nil, err // not a nil *Repository, which would be a model
	}
	return r, nil
}

// Say prints an expression in StoEx.
func (Adapter) Say(e *model.Element, x expression.Node) (string, error) {
	return stoex.Print(x, stoex.PlaceOf(*e), e.Inputs...)
}

// SayMean prints an expression in StoEx of which the mean has to stay.
func (Adapter) SayMean(e *model.Element, x expression.Node) (string, error) {
	return stoex.PrintMean(x, stoex.PlaceOf(*e), e.Inputs...)
}

// SayGuards prints guards in StoEx.
func (Adapter) SayGuards(e *model.Element, guards []expression.Node) ([]string, error) {
	return stoex.Guards(guards, e.Inputs...)
}

// SayScatter multiplies a demand by a DoublePDF over the bins, or by LognormMoments.
func (Adapter) SayScatter(text string, s adapter.Scatter) string {
	if len(s.Borders) < 2 {
		return fmt.Sprintf("(%s) * LognormMoments(%s, %s)", text, fourDigits(s.Mean), fourDigits(s.Deviation))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(%s) * DoublePDF[(%s;0.0)", text, fourDigits(s.Borders[0]))
	for i, share := range s.Shares {
		fmt.Fprintf(&b, "(%s;%s)", fourDigits(s.Borders[i+1]), stoex.FormatDouble(share))
	}
	b.WriteByte(']')
	return b.String()
}

func fourDigits(x float64) string {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return stoex.FormatDouble(short)
}

// Check checks StoEx for an element's place.
func (Adapter) Check(e *model.Element, text string) []model.Problem {
	return stoex.Check(text, stoex.PlaceOf(*e), e.Inputs)
}

// Meaning reads StoEx. What draws random numbers has no single value.
func (Adapter) Meaning(e *model.Element, text string) (expression.Node, error) {
	x, err := stoex.Parse(text)
	if err != nil {
		return nil, err
	}
	return stoex.ToNode(x, e.Inputs...)
}

// Functions are those of both simulators.
func (Adapter) Functions() []adapter.Function { return stoex.Functions() }

// CheckGuards looks for values for which no guard holds, where the simulator ends, and for which more than one does.
func (Adapter) CheckGuards(texts []string) []model.Problem {
	guards := make([]stoex.Expr, len(texts))
	for i, text := range texts {
		x, err := stoex.Parse(text)
		if err != nil {
			return nil
		}
		guards[i] = x
	}
	var problems []model.Problem
	gap, overlap := stoex.Gap(guards)
	if gap != "" {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "guards-not-exhaustive", Message: "no condition holds at " + gap,
			Hint: "the simulation ends there; make the last one true, or the negation of the others",
		})
	}
	if overlap != "" {
		problems = append(problems, model.Problem{
			Severity: model.Info, Rule: "guards-overlap", Message: "more than one condition holds at " + overlap,
			Hint: "the simulator takes the first of them",
		})
	}
	return problems
}
