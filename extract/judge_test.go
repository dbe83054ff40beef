package extract

import (
	"fmt"
	"strings"
	"testing"

	"beagle/extract/structure"
	"beagle/measure/observed"
)

// Of many calls that the source does not show, those made most are told one by one, and the rest
// together.
func TestCallsThatTheSourceDoesNotShowAreToldByHowOftenTheyAreMade(t *testing.T) {
	service := func(name string) *structure.Service {
		return &structure.Service{ID: "_" + name, Op: &structure.Operation{Name: name, Interface: &structure.Interface{Name: "I"}}, Body: &structure.Behaviour{}}
	}
	front, back := &structure.Component{Name: "Front", Services: []*structure.Service{service("all")}}, &structure.Component{Name: "Back"}
	did := &observed.Launch{Entries: []*observed.Entry{{SEFF: "_all", Count: 1}}}
	const n = 20
	for i := range n {
		name := fmt.Sprint("s", i)
		back.Services = append(back.Services, service(name))
		did.Nested = append(did.Nested, observed.Nesting{Outer: "_all", Inner: "_" + name, Count: float64(i + 1)})
	}
	r := &Result{Model: &structure.Model{Components: []*structure.Component{front, back}}}
	j := r.Judge([]Launched{{Did: did}})
	if j.Seen != n || j.Modelled != 0 || len(j.Problems) != mostHidden+1 {
		t.Fatalf("%d calls, %d in the model, told are %v", j.Seen, j.Modelled, j.Problems)
	}
	if first, last := j.Problems[0].Message, j.Problems[mostHidden].Message; !strings.HasPrefix(first, "Back.s19 was entered 20 times while Front.all ran") || !strings.HasPrefix(last, "12 calls more that launches made 78 times (37 % of all") {
		t.Errorf("told are\n%s\n...\n%s", first, last)
	}
}
