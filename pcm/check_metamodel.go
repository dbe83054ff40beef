package pcm

import (
	_ "embed"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
)

//go:embed metamodel.txt
var metamodelText string

type metaclass struct {
	abstract bool
	supers   []string
	features map[string]feature
}

type feature struct {
	contains string // class of the contained elements; "": none
	refers   bool   // to an object of this file, or of another one through href
	many     bool
	values   []string // what an attribute may hold: a type of values, or each one; nil: any text
}

var metamodel = loadMetamodel()

// loadMetamodel reads the embedded summary of pcm.ecore, whose head says how it is written.
func loadMetamodel() map[string]*metaclass {
	classes := map[string]*metaclass{}
	for line := range strings.Lines(metamodelText) {
		head, features, ok := strings.Cut(line, "|")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		name, supers, _ := strings.Cut(head, "<")
		words := strings.Fields(name)
		c := &metaclass{abstract: len(words) > 1, supers: strings.Fields(supers), features: map[string]feature{}}
		for text := range strings.FieldsSeq(features) {
			var f feature
			text, values, typed := strings.Cut(text, "=")
			if typed {
				f.values = strings.Split(values, ",")
			}
			text, f.contains, _ = strings.Cut(text, ":")
			text, f.refers = strings.CutSuffix(text, "@")
			text, f.many = strings.CutSuffix(text, "*")
			c.features[text] = f
		}
		classes[words[0][strings.LastIndexByte(words[0], '/')+1:]] = c
	}
	for _, c := range classes {
		c.inherit(classes, c.supers)
	}
	return classes
}

func (c *metaclass) inherit(classes map[string]*metaclass, supers []string) {
	for _, super := range supers {
		s := classes[super]
		if s == nil {
			continue
		}
		maps.Copy(c.features, s.features)
		c.inherit(classes, s.supers)
	}
}

func (c *metaclass) is(own, declared string) bool {
	return own == declared || slices.ContainsFunc(c.supers, func(super string) bool {
		return metamodel[super] != nil && metamodel[super].is(super, declared)
	})
}

// refuses says why EMF cannot read an attribute's value.
func (f *feature) refuses(value string) string {
	var err error
	switch {
	case f.values == nil:
	case f.values[0] == "int":
		_, err = strconv.ParseInt(value, 10, 32)
	case f.values[0] == "double":
		// Java takes a suffix for the type.
		if _, err = strconv.ParseFloat(strings.TrimRight(value, "dDfF"), 64); errors.Is(err, strconv.ErrRange) {
			err = nil
		}
	case f.values[0] == "bool":
		_, err = strconv.ParseBool(strings.ToLower(value))
	case !slices.Contains(f.values, value):
		return "one of " + strings.Join(f.values, ", ")
	}
	if err != nil {
		return map[string]string{"int": "a whole number", "double": "a number", "bool": "true or false"}[f.values[0]]
	}
	return ""
}
