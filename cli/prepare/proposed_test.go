package prepare

import (
	"fmt"
	"testing"

	"beagle/extract/launches"
	"beagle/measure"
)

// Folders of extensions come before that of the core, which has most of the tests.
func TestOfManyModulesTheTestsWithMostClassesAreTried(t *testing.T) {
	var found []launches.Found
	for i := range 2 * maxTrials {
		module := fmt.Sprintf("m%02d", i)
		found = append(found, launches.Found{Launch: measure.Launch{Name: module}, Tests: module})
		for k := range 1 + i%maxTrials + i/(2*maxTrials-1)*50 { // the last has by far the most
			found = append(found, launches.Found{Launch: measure.Launch{Name: fmt.Sprint(module, k)}, Tests: module, Single: true})
		}
	}
	all := proposed(found)
	if len(all) != maxTrials || all[maxTrials-1].Name != fmt.Sprintf("m%02d", 2*maxTrials-1) {
		t.Fatalf("%d are tried, the last is %s", len(all), all[len(all)-1].Name)
	}
	for i, l := range all {
		if l.Name == "m00" || l.Name == "m08" || i > 0 && l.Name < all[i-1].Name {
			t.Errorf("%s is tried, with one class of tests, or out of turn", l.Name)
		}
	}
}
