package words

import (
	"strconv"
	"strings"

	"beagle/model"
	"beagle/run"
)

// states are the words that may follow "is:" and "has:" in a filter.
var states = map[string]func(*run.ElementState) bool{
	"is:trust":       func(e *run.ElementState) bool { return e.Trust() == run.Trusted },
	"is:check":       func(e *run.ElementState) bool { return e.Trust() == run.Check },
	"is:measure":     func(e *run.ElementState) bool { return e.Trust() == run.MeasureMore },
	"is:undecided":   func(e *run.ElementState) bool { return e.Undecided != "" },
	"is:optimal":     func(e *run.ElementState) bool { return e.Optimal },
	"is:measured":    func(e *run.ElementState) bool { return e.Samples > 0 },
	"is:unmeasured":  func(e *run.ElementState) bool { return e.Samples == 0 },
	"is:open":        func(e *run.ElementState) bool { return e.Decision.Choice == run.Undecided },
	"is:accepted":    func(e *run.ElementState) bool { return e.Decision.Choice == run.Accept },
	"is:mean":        func(e *run.ElementState) bool { return e.Decision.Choice == run.TakeMean },
	"is:kept":        func(e *run.ElementState) bool { return e.Decision.Choice == run.Reject },
	"is:edited":      func(e *run.ElementState) bool { return e.Decision.Choice == run.Edit },
	"is:demand":      func(e *run.ElementState) bool { return e.Kind == model.InternalAction },
	"is:loop":        func(e *run.ElementState) bool { return e.Kind == model.Loop },
	"is:branch":      func(e *run.ElementState) bool { return e.Kind == model.Branch },
	"is:argument":    func(e *run.ElementState) bool { return e.Kind == model.CallParameter },
	"has:expression": func(e *run.ElementState) bool { return e.Best != nil },
	"has:warning":    func(e *run.ElementState) bool { return len(e.Warnings) > 0 },
	"has:note":       func(e *run.ElementState) bool { return len(e.Notes) > 0 },
	"has:rival":      func(e *run.ElementState) bool { return len(e.Proposals) > 1 },
}

// numbers are what may be compared in a filter; false: it is not known.
var numbers = map[string]func(*run.ElementState) (float64, bool){
	"error": func(e *run.ElementState) (float64, bool) {
		if e.Best == nil || !e.Best.Error.Finite() {
			return 0, false
		}
		return float64(e.Best.Error), true
	},
	"noise":   func(e *run.ElementState) (float64, bool) { return e.Noise, e.Noise >= 0 },
	"samples": func(e *run.ElementState) (float64, bool) { return float64(e.Samples), true },
}

// Shows reports whether an element passes a filter: all of its words have to
// hold. A condition that nobody knows holds for none.
func Shows(e *run.ElementState, filter string) bool {
	var plain []string
	for word := range strings.FieldsSeq(strings.ToLower(filter)) {
		what, than, compares := strings.Cut(word, ":")
		of, known := numbers[what]
		switch {
		case compares && known:
			if x, ok := of(e); !ok || !compared(x, than) {
				return false
			}
		case strings.HasPrefix(word, "is:") || strings.HasPrefix(word, "has:"):
			if holds := states[word]; holds == nil || !holds(e) {
				return false
			}
		default:
			plain = append(plain, word)
		}
	}
	return Matches(&e.Element, strings.Join(plain, " "))
}

// compared is ">5%", "<100", and the like.
func compared(x float64, than string) bool {
	number, percent := strings.CutSuffix(strings.TrimLeft(than, "<>="), "%")
	limit, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false
	}
	if percent {
		limit /= 100
	}
	switch {
	case strings.HasPrefix(than, ">"):
		return x > limit || strings.HasPrefix(than, ">=") && x == limit
	case strings.HasPrefix(than, "<"):
		return x < limit || strings.HasPrefix(than, "<=") && x == limit
	}
	return x == limit
}
