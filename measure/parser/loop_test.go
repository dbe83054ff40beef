package parser

import (
	"slices"
	"strings"
	"testing"

	"beagle/measure"
)

// E and L enter and leave the body of the loop, e and l that of another loop,
// x is an event of something else.
func playLoop(t testing.TB, sequence string) *Parser {
	p := newTestParser(t, measure.CPUTime)
	p.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: work}, {Kind: measure.ServiceEntered, Section: other}})
	for _, c := range strings.ReplaceAll(sequence, " ", "") {
		p.Events([]measure.Event{map[rune]measure.Event{
			'E': {Kind: measure.SectionEntered, Section: loopBody},
			'L': {Kind: measure.SectionLeft, Section: loopBody},
			'e': {Kind: measure.SectionEntered, Section: innerBody},
			'l': {Kind: measure.SectionLeft, Section: innerBody},
			'x': {Kind: measure.SectionEntered, Section: then},
		}[c]})
	}
	return p
}

// The cases are those of the original's unit test for its parser.
func TestBodiesThatFollowOneAnotherAreOneCount(t *testing.T) {
	for _, test := range []struct {
		sequence     string
		outer, inner []int
	}{
		{"E", []int{1}, nil},
		{"E L", []int{1}, nil},
		{"E L E L E L", []int{3}, nil},
		{"E L L", []int{1}, nil},
		{"E E E E L L L L", []int{1, 1, 1, 1}, nil},
		{"L E", []int{1}, nil},
		{"L", nil, nil},
		{"E x L", []int{1}, nil},
		{"L E x L E L", []int{2}, nil},
		{"E L x E L", []int{1, 1}, nil},
		{"E e l x e l L", []int{1}, []int{1, 1}},
		{"E e E l L l", []int{1, 1}, []int{1}},
		{"E e L l", []int{1}, []int{1}},
		{"E e l e l L E e l L", []int{2}, []int{1, 2}},
		{"E E L E L L", []int{1, 2}, nil},
	} {
		p := playLoop(t, test.sequence)
		p.Flush()
		counts := map[string][]int{}
		for _, r := range p.Results() {
			for _, o := range r.Observations {
				for range int(o.Weight) {
					counts[string(r.Element)] = append(counts[string(r.Element)], int(o.Value.Num))
				}
			}
		}
		for id, want := range map[string][]int{"loop": test.outer, "inner": test.inner} {
			got := counts[id]
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s counted %v, want %v", test.sequence, id, got, want)
			}
		}
	}
}

// Both ways to count must agree on what is not nested.
func TestCountedLoopsAndCountedBodiesAgree(t *testing.T) {
	for n := 1; n < 5; n++ {
		a := observed(playLoop(t, strings.Repeat("EL", n)), "loop")
		p := newTestParser(t, measure.CPUTime)
		p.Events([]measure.Event{{Kind: measure.ServiceEntered, Section: work}, {Kind: measure.LoopCounted, Section: loopBody, Count: int64(n)}})
		if b := observed(p, "loop"); !slices.Equal(a, b) || len(a) != 1 {
			t.Errorf("%d bodies: entered and left gives %v, counted %v", n, a, b)
		}
	}
}

func TestALoopWithoutIterationsCountsZero(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	p.Events(enterWork(0, "x"))
	p.Events([]measure.Event{{Kind: measure.LoopCounted, Section: loopBody, Count: 0}})
	check(t, p, "loop", `n=0 name="x" -> 0`)
}

func TestALoopBelongsToTheExecutionThatBeganIt(t *testing.T) {
	p := newTestParser(t, measure.CPUTime)
	body := []measure.Event{{Kind: measure.SectionEntered, Section: loopBody}, {Kind: measure.SectionLeft, Section: loopBody}}
	p.Events(enterWork(1, "outer"))
	p.Events([]measure.Event{body[0]})
	p.Events(enterWork(2, "recursive"))
	p.Events(slices.Concat(body, body, []measure.Event{leaveWork}))
	p.Events([]measure.Event{body[1], leaveWork})
	check(t, p, "loop", `n=1 name="outer" -> 1`)
}
