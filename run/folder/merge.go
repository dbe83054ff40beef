package folder

import (
	"reflect"
	"slices"
)

// Different names what two runs do not have in common; empty: results of one
// are results of the other.
func (b *Beginning) Different(other *Beginning) string {
	for _, in := range b.Inputs {
		if !slices.Contains(other.Inputs, in) {
			return in.What + " " + in.File
		}
	}
	switch {
	case len(b.Inputs) != len(other.Inputs):
		return "the set of sources"
	case !reflect.DeepEqual(b.Config.Measure, other.Config.Measure):
		return "the way of measuring"
	case !slices.Equal(b.Config.Build, other.Config.Build):
		return "the build"
	}
	return ""
}
