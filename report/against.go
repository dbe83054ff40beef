package report

import (
	"fmt"

	"beagle/compare"
	"beagle/internal/quantity"
	"beagle/tui/text"
)

// Against is what changed since an earlier run.
type Against struct {
	Before, Words string    // id of the earlier run, and in a sentence what changed on the whole
	Notes         []string  // what makes the two hard to compare, such as another machine
	Elements      []Changed // those of both runs, as compare orders them
}

// Changed is an element in both runs.
type Changed struct {
	Name, Place, Outcome, Class, Form, Cost string         // texts of the row's columns; Class is that of the style sheet
	CostBy                                  float64        // cost after by cost before, as a number to sort by; 0: unknown
	Lines                                   []compare.Line // what is shown when the row is unfolded
}

var outcomes = map[compare.Outcome]string{compare.Worse: "bad", compare.Better: "good", compare.Same: "none", compare.Unknown: "look", compare.Unlearnt: "none"}

func (p *Page) against(c *compare.Comparison) {
	if c == nil {
		return
	}
	p.Against = &Against{Before: text.Safe(c.Before), Words: c.Words()}
	for _, note := range c.Notes {
		p.Against.Notes = append(p.Against.Notes, text.Safe(note))
	}
	for _, e := range c.Sorted() {
		if e.Outcome == compare.Unlearnt {
			continue
		}
		one := Changed{
			Name: text.Safe(e.Title()), Place: text.Safe(e.Component + "." + e.Service), Outcome: string(e.Outcome), Class: outcomes[e.Outcome], Form: string(e.Form), Cost: quantity.None,
		}
		if e.Cost != nil {
			one.Cost, one.CostBy = fmt.Sprintf("×%.3g", e.Cost.Ratio), e.Cost.Ratio
		}
		for _, line := range e.Lines() {
			one.Lines = append(one.Lines, compare.Line{Name: line.Name, Text: text.Safe(line.Text)})
		}
		p.Against.Elements = append(p.Against.Elements, one)
	}
}
