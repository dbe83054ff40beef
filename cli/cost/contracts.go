package cost

import (
	"cmp"
	"fmt"

	"beagle/cost"
	"beagle/internal/quantity"
	"beagle/judge"
	"beagle/model/expression"
	"beagle/run"
)

// below checks that a cost stays below some seconds.
func below(limit float64) func(*method, *at, *at) checked {
	return func(_ *method, here, _ *at) checked {
		c := checked{Outcome: undecided, Why: fmt.Sprintf("it costs %s (90 %%: %s to %s)", quantity.Seconds(float64(here.Mean)), quantity.Seconds(float64(here.Low)), quantity.Seconds(float64(here.High)))}
		switch {
		case float64(here.High) < limit:
			c.Outcome = held
		case float64(here.Low) > limit:
			c.Outcome = broken
		case here.Beyond:
			c.Hint = "the inputs lie outside the measured ones: a class that makes such inputs would decide (drive.inputs)"
		default:
			c.Hint = "more time would decide: --for"
		}
		return c
	}
}

// shareOf checks that a cost stays below a share of another one. The interval of the ratio is taken from the opposite
// ends of both intervals, which is wider than the true 90 % interval and so on the safe side.
func shareOf(limit float64) func(*method, *at, *at) checked {
	return func(_ *method, here, of *at) checked {
		low, high := float64(here.Low/of.High), float64(here.High/of.Low)
		c := checked{Outcome: undecided, Ratio: here.Mean / of.Mean}
		c.Why = fmt.Sprintf("the ratio is %s (90 %%: %s to %s)", quantity.Percent(float64(c.Ratio)), quantity.Percent(low), quantity.Percent(high))
		switch {
		case high < limit:
			c.Outcome = held
		case low > limit:
			c.Outcome = broken
		case here.Beyond || of.Beyond:
			c.Hint = "the inputs lie outside the measured ones: a class that makes such inputs would decide (drive.inputs)"
		default:
			c.Hint = "more time would decide: --for"
		}
		return c
	}
}

// grows checks that a cost grows no faster than promised.
func grows(limit expression.Growth) func(*method, *at, *at) checked {
	return func(m *method, _, _ *at) checked {
		c := checked{Outcome: undecided, Why: "it grows " + m.Grows}
		growth, err := expression.ParseGrowth(m.Grows)
		switch {
		case err != nil:
			c.Hint = "a growth can be promised of one input; the cost depends on several: promise a time with below"
		case m.Verdict == string(run.MeasureMore):
			c.Hint = "the formula is not sure: more time would decide: --for"
		case !growth.Exceeds(limit):
			c.Outcome = held
		case m.Verdict == string(run.Trusted):
			c.Outcome = broken
		default:
			c.Hint = "the formula is not sure: more time would decide: --for"
		}
		return c
	}
}

// notSlower checks that a cost is not above an earlier one by more than chance.
func notSlower(before *method, then *at) func(*method, *at, *at) checked {
	return func(m *method, now, _ *at) checked {
		c := checked{Outcome: held, Ratio: now.Mean / then.Mean}
		c.Why = fmt.Sprintf("%s now, %s before", quantity.Seconds(float64(now.Mean)), quantity.Seconds(float64(then.Mean)))
		switch {
		case cost.Slower(then.interval(), now.interval()):
			c.Outcome = broken
			c.Why += fmt.Sprintf(": %.2g times", float64(c.Ratio))
		case cost.Slower(now.interval(), then.interval()):
			c.Why += ": faster"
		}
		if before.Grows != m.Grows && before.Verdict == string(run.Trusted) && m.Verdict == string(run.Trusted) {
			c.Why += fmt.Sprintf("; it grew %s and grows %s", before.Grows, m.Grows)
		}
		return c
	}
}

// interval is that of the mean; of a result of an earlier Beagle, which does not have it, that of another launch's mean, which
// is wider.
func (a *at) interval() judge.Interval {
	return judge.Interval{Value: float64(a.Mean), Low: float64(cmp.Or(a.MeanLow, a.Low)), High: float64(cmp.Or(a.MeanHigh, a.High))}
}
