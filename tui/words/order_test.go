package words

import (
	"slices"
	"testing"

	"beagle/model"
	"beagle/run"
)

func TestServicesOfOneNameAreToldApartByClassTypesAndPackage(t *testing.T) {
	of := func(unit, service, of string) model.Element {
		return model.Element{Component: "nat", SEFF: unit + service + of, Service: service, Sections: []model.Section{{Unit: unit}}, Inputs: []model.Input{{Name: "n", Type: of}}}
	}
	all := []model.Element{of("a.Work", "m1", "INT"), of("b.Work", "m1", "INT"), of("a.Work", "m2", "INT"), of("a.Work", "m2", "LONG"), of("a.Work", "m3", "INT"), of("a.Work", "m3", "INT")}
	if got, want := Services(all), []string{"a.Work.m1(n)", "b.Work.m1(n)", "Work.m2(INT n)", "Work.m2(LONG n)", "m3", "m3"}; !slices.Equal(got, want) {
		t.Errorf("called %q, not %q", got, want)
	}
}

func TestElementsStandByServiceInTheOrderOfPeople(t *testing.T) {
	var elements []run.ElementState
	for _, name := range []string{"b.m10", "b.m2", "b.m1", "a.z"} {
		elements = append(elements, run.ElementState{Element: model.Element{Component: name[:1], Service: name[2:], Name: "compute"}})
	}
	for _, order := range []Order{ByKind, ByName} {
		places := []int{0, 1, 2, 3}
		if order.Sort(elements, places); !slices.Equal(places, []int{2, 1, 0, 3}) {
			t.Errorf("by %s: %v", order, places)
		}
	}
}

func TestNumbersInNamesCountByTheirValue(t *testing.T) {
	names := []string{"m10", "M2", "m", "m02x", "a9b10", "a9b9"}
	slices.SortFunc(names, natural)
	if want := []string{"a9b9", "a9b10", "m", "M2", "m02x", "m10"}; !slices.Equal(names, want) {
		t.Errorf("%q, not %q", names, want)
	}
}
