package validation

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/statistics/robust"
)

const (
	muchUnexplained = 0.10
	muchBlame       = 0.25
	muchBias        = 0.05
	muchApart       = 1.5
	fewCalls        = 20
	muchLonger      = 1.25 // times as long, that warming up takes
)

// verdict says in words what the model is good for, and what would make it better.
func verdict(v *run.Validation, replaced string) (words []string, good bool) {
	judged := 0
	good = true
	for _, first := range []string{means(v), replaced, withoutDemands(v)} {
		if first != "" {
			words = append(words, first)
		}
	}
	for i := range v.Services {
		s := &v.Services[i]
		if !s.Entry && s.Calls > 0 {
			continue
		}
		if s.Calls == 0 {
			words, good = append(words, fmt.Sprintf("%s cannot be predicted: %s", s.Service, s.Why)), false
			continue
		}
		judged++
		if share, names := s.Elsewhere(); share >= run.MuchElsewhere {
			words, good = append(words, fmt.Sprintf("%s cannot be judged: %s of what the model predicts for it is of %s, which ran inside it in none of these launches: stand-ins (mocks), other threads or code that is not in the model did that; launch what calls the real ones", s.Service, quantity.Percent(share), strings.Join(quantity.Some(names, mostNamed), ", "))), false
			continue
		}
		words = append(words, about(s))
		good = good && s.Good() && (v.Busy > 0 || !(s.Waited > muchUnexplained)) // what it waits for is not in the model
		if s.Refused > 0 {
			words, good = append(words, fmt.Sprintf("%d calls of %s cannot be predicted: %s", s.Refused, s.Service, s.Why)), false
		}
	}
	for i := range v.Services {
		words = append(words, better(&v.Services[i], v.Busy > 0)...)
		words = append(words, inProgram(&v.Services[i])...)
	}
	if v.Collected >= run.MuchCollected {
		good = good && v.Collected <= muchUnexplained
		words = append(words, fmt.Sprintf("the garbage collector stopped the program for %s of the launches' time, which is left out here and in no demand: by the clock, calls take as much longer, and processors are busier", quantity.Percent(v.Collected)))
	}
	if v.Busy > 0 {
		what := "what threads waited for a processor counts in what is measured"
		if slices.ContainsFunc(v.Services, func(s run.ServicePrediction) bool { return s.Waited.Finite() && s.Waited > 0 }) {
			what = "what threads waited for a processor is left out, but neighbours slow caches and compilers, too"
		}
		words = append(words, fmt.Sprintf("the machine was busy in %s: %s, so measure on a quiet machine before anything is changed", quantity.Plural(v.Busy, "launch", "launches"), what))
	}
	if v.FromLogs {
		whose := "and the same logs taught the model: beagle run without logs judges by launches that did not teach"
		switch {
		case v.Stretches:
			whose = "and of one log: stretches of it judged what the others taught, so nothing is said of other launches; more logs (measure.logs) would"
		case v.HeldOut:
			whose = "and each log judged what others taught"
		}
		words = append(words, "the times are those that the logs hold, on the clock and with all waiting, "+whose)
	} else if !v.HeldOut {
		words = append(words, "some launches judged what they had taught: give each launch configuration a repeat of 3 or more")
	}
	return words, good && judged > 0
}

func about(s *run.ServicePrediction) string {
	how := "good for"
	share, most := unknown(s)
	switch {
	case share >= muchUnknown && !s.Good():
		return fmt.Sprintf("not good for %s: %s of its time is in demands that are not known and count as 0, most of it in %q; what they lack is said of them", s.Service, quantity.Percent(share), most)
	case s.Calls < fewCalls:
		how = "too few calls to say much of"
	case !(s.Error.Median <= run.GoodError):
		how = "not good for single calls of"
		if math.Abs(s.Bias.Value) <= muchBias {
			how = "good for the mean, not for single calls, of"
		}
	case !s.Good():
		how = "good for usual calls, not for the mean, of"
	}
	what := s.Service
	if s.Brief {
		what = "the actions of " + what
	}
	text := fmt.Sprintf("%s %s: half of %d calls are predicted within %s, nine in ten within %s, their mean is %s off",
		how, what, s.Calls, quantity.Percent(s.Error.Median), quantity.Percent(s.Error.P90), quantity.Signed(s.Bias.Value))
	if s.Bias.HalfWidth > run.GoodError {
		text += fmt.Sprintf(" (known to ±%s, since few calls make most of it)", quantity.Percent(float64(s.Bias.HalfWidth)))
	}
	var ranges []string
	for _, r := range s.Range {
		if r.Low < r.High {
			ranges = append(ranges, fmt.Sprintf("%s %s to %s", r.Input, quantity.Short(r.Low), quantity.Short(r.High)))
		}
	}
	if len(ranges) > 3 {
		ranges = append(ranges[:3], "...")
	}
	if len(ranges) > 0 {
		text += " (measured for " + strings.Join(ranges, ", ") + ")"
	}
	return text
}

func better(s *run.ServicePrediction, busy bool) (words []string) {
	if s.Calls < fewCalls {
		return nil
	}
	off := !(s.Error.Median <= run.GoodError)
	share, _ := unknown(s)
	if float64(s.Unexplained) > muchUnexplained && (off || s.Bias.Value < -muchBias) {
		where := ""
		if len(s.Gaps) > 0 {
			where = ", most of it " + lies(&s.Gaps[0])
		}
		what := "model what happens there"
		if busy && !(s.Waited > 0) {
			what = "it may be the busy machine's"
		}
		words = append(words, fmt.Sprintf("no action explains %.0f %% of %s%s: %s", 100*float64(s.Unexplained), s.Service, where, what))
	}
	if s.WarmUp >= muchLonger {
		words = append(words, fmt.Sprintf("%s of %s at the start of launches took %.2g times as long as the others, which is in no demand: whole launches took %.2g times what settled ones do, and a program that starts anew is slower than the model for so long", quantity.Plural(int(s.WarmingUp), "call", "calls"), s.Service, s.WarmUp, s.WholeLaunches()))
	}
	if s.Unsettled > 0 {
		words = append(words, fmt.Sprintf("%s of %s still got faster after half of the calls, and perhaps to the end: a longer load takes less than is predicted; let each launch run several times as long", quantity.Plural(s.Unsettled, "launch", "launches"), s.Service))
	}
	if float64(s.Waited) > muchUnexplained {
		who := "for locks, disks, others or the collector"
		if busy {
			who = "for a processor on the busy machine, or " + who
		}
		words = append(words, fmt.Sprintf("for %.0f %% of its time %s waits outside of its actions (%s), which is in no demand and left out here: where the program itself waits, model that as an action with a DELAY", 100*float64(s.Waited), s.Service, who))
	}
	if !off && s.Bias.Value < -run.GoodError {
		why := "waiting for a processor or for the collector is in what is measured and in no demand"
		if s.Waited.Finite() && s.Waited > 0 { // which is left out
			why = "memory that is touched first, or code that is compiled anew, is in what is measured and hardly in a demand"
		}
		words = append(words, fmt.Sprintf("some calls of %s take much longer than their inputs say: %s; look at the picture, and measure longer on a quiet machine", s.Service, why))
	}
	scattered := off && float64(s.Scatter) >= 0.7*s.Error.Median
	if off && s.LaunchesApart >= muchApart {
		words = append(words, fmt.Sprintf("launches of %s differ up to %.2g times for the same inputs: compilers decide once a launch, and a busy machine slows some; launch it more often on a quiet machine, and no single launch can be predicted better", s.Service, s.LaunchesApart))
	} else if scattered {
		words = append(words, fmt.Sprintf("calls of %s with alike inputs differ, too: half of them are up to %s off their own middle, so no model of these inputs predicts single calls better; what makes them differ is no input yet, or chance", s.Service, quantity.Percent(float64(s.Scatter))))
	}
	if off && !scattered && share < muchUnknown && len(s.Parts) > 0 && s.Parts[0].Blame >= muchBlame && !s.Parts[0].Call { // of a service that is called its own line says it
		words = append(words, fmt.Sprintf("%.0f %% of what is off in %s is the demand of %q: measure it longer, or with more values of what it depends on", 100*s.Parts[0].Blame, s.Service, s.Parts[0].Name))
	}
	return words
}

func inProgram(s *run.ServicePrediction) []string {
	own := s.InProgram
	if own == nil || math.Abs(own.Off()) <= run.NearMean {
		return nil
	}
	why := "its driver has other inputs: give it such as the program has (drive.inputs)"
	if own.Off() < 0 {
		why = "code that is called for the first time is compiled less, probes inside of short calls cost more than is subtracted, or its driver has other inputs"
	}
	return []string{fmt.Sprintf("%s: %s: %s", s.Service, s.Programs(), why)}
}

func lies(g *run.Gap) string {
	switch {
	case g.After == "" && g.Before == "":
		return "in all of it"
	case g.After == "":
		return fmt.Sprintf("before %q", g.Before)
	case g.Before == "":
		return fmt.Sprintf("after %q", g.After)
	default:
		return fmt.Sprintf("between %q and %q", g.After, g.Before)
	}
}

// muchUnknown is the share of a service's time in demands that are not known from which how the service is predicted
// says nothing of what was learnt.
const muchUnknown = 0.05

const mostNamed = 4

// unknown is which share of a service's time is in actions of which no demand is known, its own and those of services
// that it calls.
func unknown(s *run.ServicePrediction) (share float64, most string) {
	if !(s.MeasuredMean > 0) {
		return 0, ""
	}
	largest := 0.0
	for _, p := range s.Parts {
		if p.Predicted == 0 && p.Measured > 0 {
			share += p.Measured / s.MeasuredMean
			if p.Measured > largest {
				largest, most = p.Measured, p.Name
			}
		}
	}
	return min(share, 1), most
}

func withoutDemands(v *run.Validation) string {
	var lacking []string
	var others []float64 // medians of their errors
	for i := range v.Services {
		s := &v.Services[i]
		if !s.Entry || s.Calls == 0 {
			continue
		}
		if share, _ := unknown(s); share < muchUnknown {
			others = append(others, s.Error.Median)
		} else if !slices.Contains(lacking, s.Service) {
			lacking = append(lacking, s.Service)
		}
	}
	if len(lacking) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s demands that are not known, or not well enough to be written, and that count as 0: they are predicted too low, whatever was learnt of the rest (%s", quantity.Plural(len(lacking), "service that is entered holds", "services that are entered hold"), strings.Join(lacking[:min(len(lacking), mostNamed)], ", "))
	if more := len(lacking) - mostNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	text += ")"
	if len(others) > 0 {
		text += fmt.Sprintf("; of %s half are predicted within %s or better", quantity.Plural(len(others), "other one", "others"), quantity.Percent(robust.Median(others)))
	}
	return text
}
