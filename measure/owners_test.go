package measure

import (
	"testing"

	"beagle/model"
)

// Where a model names one method twice there is nothing that tells both apart, and
// both get what is measured.
func TestServicesOfTheSameMethodAreBothMeasured(t *testing.T) {
	code := model.Section{Unit: "demo.Report", First: 10, Last: 10}
	order := Order{
		Services: []Service{{SEFF: "a", Code: code}, {SEFF: "b", Code: code}},
		Sections: []Section{{Kind: Demand, Code: code, Service: 0}, {Kind: Demand, Code: code, Service: 1}},
	}
	for i, all := range rivals(&order) {
		if len(all) > 0 {
			t.Errorf("section %d has the rivals %v", i, all)
		}
	}
}
