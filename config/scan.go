package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// scan reads the text of a single value.
func scan(k key, word string) (any, error) {
	if len(k.oneOf) > 0 {
		for _, known := range k.oneOf {
			if word == known {
				return word, nil
			}
		}
		meant := ""
		if near := nearest(word, k.oneOf); near != "" {
			meant = fmt.Sprintf("; did you mean %s?", near)
		}
		return nil, fmt.Errorf("%s is %q, but must be one of %s%s", k.name, word, strings.Join(k.oneOf, ", "), meant)
	}
	switch k.form {
	case truth:
		switch word {
		case "true", "false":
			return word == "true", nil
		}
		return nil, fmt.Errorf("%s is %q, but must be true or false", k.name, word)
	case number:
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%s is %q, but must be a number", k.name, word)
		}
		return x, nil
	case whole:
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s is %q, but must be a whole number that is not negative", k.name, word)
		}
		return n, nil
	case duration:
		d, err := time.ParseDuration(word)
		if err != nil || d <= 0 {
			return nil, fmt.Errorf("%s is %q, but must be a time span such as 90s, 10m or 2h", k.name, word)
		}
		return d, nil
	default:
		return word, nil
	}
}
