package config

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"beagle/internal/quantity"
	"beagle/measure"
)

type kind[T any] struct {
	words    string         // what a value looks like, for people
	schema   map[string]any // JSON schema
	given    given
	read     func(r *reader, name string, node ast.Node) (T, bool) // false: a problem was told
	plain    func(value T, dir string) any                         // as people write it; nil: nothing
	initial  T                                                     // default
	defaults bool                                                  // there is a default
}

func (k kind[T]) or(value T) kind[T] {
	k.initial, k.defaults = value, true
	k.schema = with(k.schema, "default", k.plain(value, ""))
	return k
}

func with(schema map[string]any, word string, value any) map[string]any {
	schema = maps.Clone(schema)
	schema[word] = value
	return schema
}

// scalar makes the kind of a single value. The error of parse completes a sentence: "seed is "x", but must be ...".
func scalar[T any](words string, schema map[string]any, parse func(word string) (T, error), plain func(T) any) kind[T] {
	return kind[T]{
		words: words, schema: schema,
		read: func(r *reader, name string, node ast.Node) (value T, ok bool) {
			word, ok := r.scalar(name, node)
			if !ok {
				return value, false
			}
			value, err := parse(word)
			if err != nil {
				r.problem(node, "%s is %q, but must be %v", name, word, err)
			}
			return value, err == nil
		},
		plain: func(value T, _ string) any { return plain(value) },
	}
}

func itself[T any](value T) any { return value }

func filled[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}

func typed(name string) map[string]any { return map[string]any{"type": name} }

var (
	text   = scalar("text", typed("string"), func(word string) (string, error) { return word, nil }, filled[string])
	truth  = scalar("true or false", typed("boolean"), parseTruth, itself[bool])
	number = scalar("number", typed("number"), parseNumber, itself[float64])
	seed   = scalar("whole number", map[string]any{"type": "integer", "minimum": 0}, func(word string) (uint64, error) {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			err = errors.New("a whole number that is not negative")
		}
		return n, err
	}, itself[uint64])
)

func parseTruth(word string) (bool, error) {
	if word == "true" || word == "false" {
		return word == "true", nil
	}
	return false, errors.New("true or false")
}

func parseNumber(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, errors.New("a number")
	}
	return x, nil
}

func whole(least, most int) kind[int] {
	schema := map[string]any{"type": "integer", "minimum": least, "maximum": most}
	return scalar("whole number", schema, func(word string) (int, error) {
		n, err := strconv.Atoi(word)
		if err != nil || n < least || n > most {
			return 0, fmt.Errorf("a whole number from %d to %d", least, most)
		}
		return n, nil
	}, itself[int])
}

func (k kind[T]) unless(nothing T) kind[T] {
	plain := k.plain
	k.plain = func(value T, dir string) any {
		if reflect.DeepEqual(value, nothing) {
			return nil
		}
		return plain(value, dir)
	}
	return k
}

func span[T ~int64]() kind[T] {
	schema := map[string]any{"type": "string", "pattern": `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`}
	return scalar("time span", schema, func(word string) (T, error) {
		d, err := quantity.ParseSpan(word)
		if err != nil || d <= 0 {
			return 0, errors.New("a time span such as 90s, 10m or 2h")
		}
		return T(d), nil
	}, func(d T) any {
		if d == 0 {
			return nil
		}
		return measure.Span(time.Duration(d))
	})
}

func tools() kind[string] {
	builtin := measure.Tools.IDs()
	schema := map[string]any{"type": "string", "examples": builtin}
	return scalar("`"+strings.Join(builtin, "`, `")+"`, or an extension's name", schema, func(word string) (string, error) {
		id, err := oneOf(word, measure.Tools.IDs())
		if err != nil {
			err = fmt.Errorf("%w; an extension of that name takes part once you say so: beagle extension list", err)
		}
		return id, err
	}, filled[string])
}

func choice(words ...string) kind[string] {
	return scalar("`"+strings.Join(words, "`, `")+"`", map[string]any{"type": "string", "enum": words}, func(word string) (string, error) {
		return oneOf(word, words)
	}, filled[string])
}

// oneOf reads one of some words.
func oneOf(word string, words []string) (string, error) {
	if slices.Contains(words, word) {
		return word, nil
	}
	meant := ""
	if near := nearest(word, words); near != "" {
		meant = fmt.Sprintf("; did you mean %s?", near)
	}
	return "", errors.New("one of " + strings.Join(words, ", ") + meant)
}

func pathIf(words string, is func(word string) bool) kind[string] {
	return kind[string]{
		words: words, schema: typed("string"),
		read: func(r *reader, name string, node ast.Node) (string, bool) {
			word, ok := r.scalar(name, node)
			if ok && is(word) {
				word = r.absolute(word)
			}
			return word, ok
		},
		plain: func(value, dir string) any {
			if value == "" || value == dir {
				return nil
			}
			return relative(dir, value)
		},
	}
}

var path = pathIf("path", func(string) bool { return true })

func relative(dir, name string) string {
	if short, err := filepath.Rel(dir, name); dir != "" && err == nil && filepath.IsLocal(short) {
		return filepath.ToSlash(short)
	}
	return name
}
