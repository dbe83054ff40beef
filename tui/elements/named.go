package elements

import (
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/text"
	"beagle/tui/words"
)

// apart stands between a name and its place.
const apart = " · "

// names are what elements are called, by their indices.
type names map[int]string

// namesOf calls each element by its name, with as little of its place as tells it apart from others of
// the same name: its service, its component too, or its class with the inputs of its service, their types, and its package;
// where nothing does, its line in the model file. Below headings of a tree, which say component and service, only those
// of one heading are told apart.
func namesOf(elements []run.ElementState, some []int, shape Shape) names {
	alike := map[string][]int{}
	for _, i := range some {
		e := &elements[i].Element
		key := words.Name(e)
		if shape == Tree {
			key += "\x00" + words.Component(e) + "\x00" + words.Service(e)
		}
		alike[key] = append(alike[key], i)
	}
	all := names{}
	for _, group := range alike {
		tellApart(elements, group, shape, all)
	}
	return all
}

// tellApart names the elements of a group, which have one name.
func tellApart(elements []run.ElementState, group []int, shape Shape, all names) {
	places := make([][]string, len(group))
	for at, i := range group {
		places[at] = placesOf(&elements[i].Element, shape)
	}
	chosen := words.Distinct(places)
	alike := map[string]int{}
	for _, place := range chosen {
		alike[place]++
	}
	for at, i := range group {
		e, place := &elements[i].Element, chosen[at]
		all[i] = words.Name(e)
		if place != "" {
			all[i] += apart + place
		}
		if alike[place] > 1 && e.Line > 0 {
			all[i] += fmt.Sprintf("%smodel:%d", apart, e.Line)
		}
	}
}

func placesOf(e *model.Element, shape Shape) []string {
	places := []string{""}
	if service := words.Service(e); shape != Tree {
		places = append(places, service, words.Component(e)+"."+service)
	}
	return append(places, words.Methods(e)...)
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
