package compare

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

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

// form says how the text changed.
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

// shape is a text with # in the place of every number.
func shape(text string) string {
	var out strings.Builder
	runes := []rune(text)
	for i := 0; i < len(runes); {
		r := runes[i]
		switch {
		case r == '"': // a text in an expression is no number
			end := i + 1
			for end < len(runes) && runes[end] != '"' {
				end++
			}
			end = min(end+1, len(runes))
			out.WriteString(string(runes[i:end]))
			i = end
		case unicode.IsLetter(r) || r == '_':
			end := i
			for end < len(runes) && (unicode.IsLetter(runes[end]) || unicode.IsDigit(runes[end]) || runes[end] == '_' || runes[end] == '.') {
				end++
			}
			out.WriteString(string(runes[i:end]))
			i = end
		case unicode.IsDigit(r):
			for i < len(runes) && (unicode.IsDigit(runes[i]) || runes[i] == '.' || runes[i] == 'e' || runes[i] == 'E' ||
				(runes[i] == '-' || runes[i] == '+') && (runes[i-1] == 'e' || runes[i-1] == 'E')) {
				i++
			}
			out.WriteByte('#')
		default:
			out.WriteRune(r)
			i++
		}
	}
	return out.String()
}
