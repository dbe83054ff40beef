package driver

import (
	"math"
	"strconv"
	"strings"
)

// groups says which places share code in a launch, a number each. The JVM compiles code as its calls were until then
// (profiles), so a mix of far sizes is compiled as no program with inputs of one size is. So each group loads the
// program for itself, as many groups as compiling leaves three quarters of the time in which there is a processor.
// Alike places are in one group: the farthest place begins the next group, and each place goes to the nearest beginning
// (Gonzalez, "Clustering to minimize the maximum intercluster distance", 1985).
func (d *Driver) groups(places []Place, seconds float64) string {
	most := 1
	if d.compiling > 0 {
		most = max(1, int(seconds*d.share/4/d.compiling))
	}
	group := make([]int, len(places))
	away := make([]float64, len(places)) // from the beginning of the group
	for i := range places {
		away[i] = math.Inf(1)
	}
	next := 0
	for g := 0; g < most && len(places) > 0 && away[next] > 0; g++ {
		begin := places[next]
		for i, p := range places {
			if to := distanceOf(begin, p); to < away[i] {
				group[i], away[i] = g, to
			}
		}
		for i := range places {
			if away[i] > away[next] {
				next = i
			}
		}
	}
	words := make([]string, len(group))
	for i, g := range group {
		words[i] = strconv.Itoa(g)
	}
	return strings.Join(words, ",")
}

// distanceOf is how far places are from each other: by the logarithms of their values.
func distanceOf(a, b Place) (sum float64) {
	for _, v := range a {
		for _, w := range b {
			if v.Name == w.Name {
				by := math.Log((v.To + 1) / (w.To + 1))
				sum += by * by
			}
		}
	}
	return sum
}
