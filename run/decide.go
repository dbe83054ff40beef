package run

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"beagle/judge"
	"beagle/model"
	"beagle/model/adapter"
)

// AcceptAll accepts the judge's choice for every element that nobody decided on, as an analysis without screens does;
// where StoEx cannot say it, the best proposal that it can say.
func AcceptAll(ctx context.Context, r Run) []model.Problem {
	var problems []model.Problem
	for _, e := range r.Snapshot().Elements {
		if e.Decision.Choice != Undecided || e.Best == nil && e.Measured == nil {
			continue
		}
		say := func(rule, message, hint string) {
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: rule, Element: e.ID, Name: e.Name, Message: message, Hint: hint,
			})
		}
		warn := func(message, hint string) { say("not-written", message, hint) }
		if e.Measured != nil {
			if err := r.Decide(ctx, e.ID, Decision{Choice: TakeMean, Unattended: true}); err != nil {
				warn(err.Error(), "the model keeps its old value")
			} else if e.Below != "" {
				say("mean-written", e.Below, judge.Remedy+"; its measured mean is written in its place, as judge.write: means asks for")
			}
			continue
		}
		if e.Below != "" {
			warn(e.Below, judge.Remedy+"; a person can accept it in beagle review, and judge.write: all writes it as it is")
			continue
		}
		at := Writable(&e)
		if at < 0 {
			warn("no proposal can be written as StoEx: "+e.Best.Unsayable, "the model keeps its old value")
			continue
		}
		if at > 0 {
			warn("the best expression cannot be written as StoEx, so the next best is: "+e.Best.Unsayable, "see the alternatives in beagle review")
		}
		if err := r.Decide(ctx, e.ID, Decision{Choice: Accept, Proposal: at, Unattended: true}); err != nil {
			warn(err.Error(), "the model keeps its old value; see the alternatives in beagle review")
		}
	}
	return problems
}

// Writable is the best proposal that can be written into the model as it is: the judge's choice, or the next one that
// the model's language can say; -1: none.
func Writable(e *ElementState) int {
	return slices.IndexFunc(e.Proposals, func(p Proposed) bool { return p.Unsayable == "" && p.Refused == "" })
}

// CheckText says what is wrong with a text for an element's place in a model. It looks at the text only.
func CheckText(modelFile string, e *model.Element, text string) []model.Problem {
	return adapter.ExpressionsOf(modelFile).Check(e, text)
}

// Functions are those that a text of the model may use; nil: nobody knows.
func Functions(modelFile string) []adapter.Function {
	if reader, ok := adapter.ExpressionsOf(modelFile).(adapter.Reader); ok {
		return reader.Functions()
	}
	return nil
}

// CheckGuards says what is wrong with the conditions of a branch together: values for which none of them holds, or
// more than one.
func CheckGuards(modelFile string, conditions []string) []model.Problem {
	return adapter.ExpressionsOf(modelFile).CheckGuards(conditions)
}

// CheckTransitions sees that transitions are all conditions or all probabilities, and that these are a distribution.
func CheckTransitions(texts []string) []model.Problem {
	sum, numbers := 0.0, 0
	for _, t := range texts {
		if p, err := strconv.ParseFloat(t, 64); err == nil {
			numbers++
			sum += p
			if !(p >= 0 && p <= 1) {
				return []model.Problem{{Severity: model.Error, Message: "a probability lies between 0 and 1"}}
			}
		}
	}
	switch {
	case numbers > 0 && numbers < len(texts):
		return []model.Problem{{Severity: model.Error, Message: "conditions and probabilities cannot be mixed in one branch"}}
	case numbers > 0 && math.Abs(sum-1) > 1e-9:
		return []model.Problem{{Severity: model.Error, Message: fmt.Sprintf("the probabilities sum to %.6g, not to 1", sum)}}
	}
	return nil
}
