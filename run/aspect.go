package run

import "beagle/model"

// Aspect is what a person wants to see of an element beyond what is shown unasked.
type Aspect struct {
	Axis model.Variable `json:"axis,omitzero"`
	// Text is an expression of the person's own, to be tried on the measurements.
	Text   string `json:"text,omitempty"`
	Sliced bool   `json:"sliced,omitempty"`
	// Plain leaves out Detail.Evidence, which takes most of the time.
	Plain bool `json:"plain,omitempty"`
}

// Slice is what was measured where a second input lies between two values.
type Slice struct {
	Low    float64 `json:"low"`             // least value of the second input
	High   float64 `json:"high"`            // largest one
	Points []Point `json:"points"`          // over the axis of the plot, as Detail.Points
	Curve  []Point `json:"curve,omitempty"` // the best expression over the axis, others at their median in the slice
}

// Curve is what a proposal says over the axis.
type Curve struct {
	Proposal int     `json:"proposal"` // index into ElementState.Proposals
	Points   []Point `json:"points"`   // over the axis of the plot
}

// Own is a person's own expression, tried on what was measured.
type Own struct {
	Curve []Point `json:"curve,omitempty"` // what it says over the axis of the plot, as Detail.Curve; empty: it says nothing there
	// Error is the relative error as of a proposal; of a branch, the share of decisions said wrongly.
	Error  model.Figure `json:"relative_error"`
	Size   int          `json:"size"` // nodes of its tree
	Values []*float64   `json:"values,omitempty"`
	// Problem is why it says no value; empty: it does.
	Problem string `json:"problem,omitempty"`
}
