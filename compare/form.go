package compare

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"beagle/run"
)

// text is a proposal on one line; empty: there is none.
func text(p *run.Proposed) string {
	switch {
	case p == nil:
		return ""
	case len(p.Transitions) > 0:
		parts := make([]string, len(p.Transitions))
		for i, t := range p.Transitions {
			parts[i] = cmp.Or(t.Name, t.ID) + ": " + t.Condition
			if t.Probability != nil {
				parts[i] += strconv.FormatFloat(*t.Probability, 'g', 4, 64)
			}
		}
		return strings.Join(parts, "; ")
	case p.StoEx == "":
		return "(" + p.Unsayable + ")"
	}
	return p.StoEx
}

func form(before, after *run.Proposed) Form {
	a, b := text(before), text(after)
	switch {
	case a == "" && b == "":
		return ""
	case a == "":
		return Found
	case b == "":
		return Lost
	case a == b:
		return Equal
	case shape(a) == shape(b):
		return Numbers
	}
	return Another
}

// words are what stands in an expression: texts in quotes, names, and numbers.
var words = regexp.MustCompile(`"[^"]*"?|[\pL_][\pL\p{Nd}_.]*|\p{Nd}(?:[eE][-+]|[\p{Nd}.eE])*`)

func shape(text string) string {
	return words.ReplaceAllStringFunc(text, func(word string) string {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsDigit(first) {
			return "#"
		}
		return word
	})
}
