package driver

import "testing"

func TestPlacesOfFarInputsDoNotShareCode(t *testing.T) {
	var places []Place
	for _, n := range []float64{1, 1000, 2, 1100, 1e6} {
		places = append(places, Place{{"a.NUMBER_OF_ELEMENTS", n}})
	}
	for compiling, want := range map[float64]string{
		0:    "0,0,0,0,0", // nothing is known
		0.5:  "0,2,0,2,1", // three groups take 1.5 s of a quarter of 7 s, four would take more
		0.05: "0,4,3,2,1", // each has its own
		10:   "0,0,0,0,0",
		0.25: "0,2,0,2,1", // as 0.5, where other programs have the processor for half of the time
	} {
		d := Driver{compiling: compiling, share: 1}
		if compiling == 0.25 {
			d.share = 0.5
		}
		if got := d.groups(places, 7); got != want {
			t.Errorf("compilers took %v s: groups %s, want %s", compiling, got, want)
		}
	}
}
