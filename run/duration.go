package run

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"beagle/measure"
)

// MarshalJSON writes seconds as a number.
func (d Duration) MarshalJSON() ([]byte, error) {
	return json.Marshal(time.Duration(d).Seconds())
}

// UnmarshalJSON reads seconds, as a number.
func (d *Duration) UnmarshalJSON(data []byte) error {
	var seconds float64
	if err := json.Unmarshal(data, &seconds); err != nil {
		return err
	}
	if math.Abs(seconds) > math.MaxInt64/1e9 {
		return fmt.Errorf("%g s is no time span", seconds)
	}
	*d = Duration(math.Round(seconds * 1e9))
	return nil
}

// String writes 10m rather than 10m0s.
func (d Duration) String() string { return measure.Span(time.Duration(d)) }
