package model

import (
	"encoding/json"
	"math"
)

// Figure is a number that may be unknown (NaN) or beyond all bounds, as the fitness of a refused proposal is.
type Figure float64

// Unknown is the figure that nobody knows: NaN. Compare with Finite, never with ==.
func Unknown() Figure { return Figure(math.NaN()) }

// Finite reports whether it is a number that can be reckoned with: neither NaN nor infinite.
func (f Figure) Finite() bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }

// MarshalJSON writes null for what is no finite number.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Finite() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON reads null as unknown.
func (f *Figure) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = Unknown()
		return nil
	}
	return json.Unmarshal(text, (*float64)(f))
}

// Known is a number for JSON that leaves out what is unknown: nil where it is not finite.
func Known(x float64) *float64 {
	if !Figure(x).Finite() {
		return nil
	}
	return &x
}
