package measure

import (
	"strings"

	"beagle/model"
)

// Time says which of the measured times is a resource's demand.
type Time uint8

// The times of a demand section.
const (
	NoTime     Time = iota // none can be measured
	Processing             // the time on the clock that the user chose
	Waiting                // wall time without CPU time
)

// TimeOf maps the resource types of Palladio's standard repository.
func TimeOf(r model.Resource) Time {
	switch strings.ToUpper(r.Name) {
	case "", "CPU":
		return Processing
	case "DELAY":
		return Waiting
	}
	return NoTime
}
