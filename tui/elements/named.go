package elements

import (
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/text"
	"beagle/tui/words"
)

// apart stands between a name and its place.
const apart = " · "

// places are the services in which there is an element of one name, each with how many of them each
// component has.
type places map[string]map[string]int

// placesOf are where elements are, by their names.
func placesOf(elements []run.ElementState, some []int) map[string]places {
	all := map[string]places{}
	for _, i := range some {
		e := &elements[i].Element
		name, service := words.Name(e), words.Service(e)
		if all[name] == nil {
			all[name] = places{}
		}
		if all[name][service] == nil {
			all[name][service] = map[string]int{}
		}
		all[name][service][words.Component(e)]++
	}
	return all
}

// named is an element's name, with its service where elements of others have the same name, and with
// its component where services of one name do; in a tree headings say so. Elements of one name in one
// service show their line in the model file.
func (a *arrangement) named(e *run.ElementState) string {
	name := words.Name(&e.Element)
	where, service := a.shared[name], words.Service(&e.Element)
	switch {
	case a.shape == Tree:
	case len(where[service]) > 1:
		name += apart + words.Component(&e.Element) + "." + service
	case len(where) > 1:
		name += apart + service
	}
	if where[service][words.Component(&e.Element)] > 1 && e.Line > 0 {
		name += fmt.Sprintf("%smodel:%d", apart, e.Line)
	}
	return name
}

// Fit makes a name exactly as wide; of one with its place the end tells it apart.
func Fit(name string, width int) string {
	if strings.Contains(name, apart) {
		return text.FitMiddle(name, width)
	}
	return text.Fit(name, width)
}

// Share divides so many columns among names and expressions, of which the longest are as wide as given:
// where both do not fit, the shorter has what it needs and the other the rest, or names have two fifths: expressions are longer.
func Share(rest, name, expression int) (names, expressions int) {
	names = max(12, min(name, max(rest*2/5, rest-expression)))
	return names, max(0, rest-names)
}

// Count is a number of observations in so many characters: whole where it fits, since a number that is cut
// is another one.
func Count(n int64, width int) string {
	if whole := quantity.Count(n); text.Width(whole) <= width {
		return whole
	}
	return quantity.Short(float64(n))
}
