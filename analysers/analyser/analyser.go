// Package analyser says what an analyser is: a documented value whose Run receives
// everything that it may use in a Pass, as in golang.org/x/tools/go/analysis. It stands
// below the registry in beagle/analysers, so that the analysers' own folders can import
// it.
//
// A result analyser proposes expressions from measurements; a proposed expression
// analyser improves what others proposed. control calls each in turn for each
// element, with what the blackboard holds by then, until none has anything to add.
// Nothing is ever taken back: a proposal that is no good loses before the judge.
//
// An analyser sees no files, clocks or network and has no state. With the same pass it
// proposes the same, on one core as on many.
package analyser

import (
	"context"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Analyser describes one analyser. One that improves nothing is a measurement
// result analyser; any other one is a proposed expression analyser. It has no
// state: the same pass makes it propose the same.
type Analyser struct {
	Name  string       // e.g. "linear"; stable, part of results
	Doc   string       // first line: summary
	Kinds []model.Kind // of elements that it works on; nil: all

	// Improves names the analysers whose proposals it improves. It has another
	// turn whenever one of these proposed something new. Measured among them stands for
	// every analyser that proposes from measurements, those that extensions add included.
	Improves []string

	// Run proposes for one element. Where ctx ends it comes back early; what it
	// has proposed by then counts. An error, or a panic, is said to people. It
	// leaves the analyser out for this element where nothing was proposed.
	Run func(context.Context, *Pass) error
}

// Measured stands in Improves for all analysers that propose from measurements.
const Measured = "*"

// WorksOn reports whether the analyser works on a kind of elements.
func (a *Analyser) WorksOn(kind model.Kind) bool {
	return a.Kinds == nil || slices.Contains(a.Kinds, kind)
}

// Reads reports whether the analyser improves proposals of another one. One that stands in no registry reads those of all
// others where it names Measured.
func (a *Analyser) Reads(other string) bool {
	return slices.Contains(a.Improves, other) || slices.Contains(a.Improves, Measured) && other != a.Name
}

// Pass is what an analyser may use in one turn on one element.
type Pass struct {
	Element model.Element // the element that the turn is about
	// Data are the element's measurements, made ready for learning: without
	// warm-up and holes, at the level that launches share. There is at least
	// one row in Data.Table; all of them may be unusable.
	Data *dataset.Data
	// Proposals are those of the analysers that this one improves, in the order
	// of their arrival, and Related all proposals for other elements of the same
	// service. Measurement result analysers see neither.
	Proposals, Related []blackboard.Proposal
	// Seed is of what is random. It is the same for the same analysis and
	// analyser, however long the program was measured.
	Seed uint64

	Proposed []blackboard.Proposal // by this pass
}

// Expressions are those of the proposals; branches have none.
func (p *Pass) Expressions() (all []expression.Node) {
	for _, proposal := range p.Proposals {
		if proposal.Expression != nil {
			all = append(all, proposal.Expression)
		}
	}
	return all
}

// Propose proposes expressions for the element; Element and Analyser are filled in by
// whoever conducts the analysis. The order is kept. It may be called several times, but
// not concurrently.
func (p *Pass) Propose(proposals ...blackboard.Proposal) {
	p.Proposed = append(p.Proposed, proposals...)
}
