package spans

import (
	"bytes"
	"encoding/json"
	"iter"
)

// part is a part of a JSON text that is in memory, not copied: json.Unmarshal hands over parts of the text that it
// got.
type part json.RawMessage

// UnmarshalJSON implements json.Unmarshaler.
func (p *part) UnmarshalJSON(data []byte) error {
	*p = data
	return nil
}

func elements[T ~[]byte](list T) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		if len(list) == 0 || list[0] != '[' {
			return
		}
		depth, from, quoted := 0, 1, false
		for at := 0; at < len(list); at++ {
			end := false
			switch c := list[at]; {
			case quoted && c == '\\':
				at++ // what is escaped ends no text
			case quoted:
				quoted = c != '"'
			case c == '"':
				quoted = true
			case c == '[' || c == '{':
				depth++
			case c == ']' || c == '}':
				depth--
				end = depth == 0
			case c == ',':
				end = depth == 1
			}
			if !end {
				continue
			}
			one := bytes.TrimSpace(list[from:at])
			if from = at + 1; len(one) > 0 && !yield(json.RawMessage(one)) {
				return
			}
		}
	}
}
