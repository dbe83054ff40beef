package stoex

import "beagle/model"

// Place is where in a model an expression stands: it decides which type the simulator asks for.
type Place uint8

// The places.
const (
	Anywhere   Place = iota // nothing is known
	Demand                  // resource demand: DOUBLE, not negative
	Iterations              // iteration count of a loop: INT
	Guard                   // condition of a branch transition: BOOL
	Value                   // characterisation VALUE: any type
	Number                  // characterisation NUMBER_OF_ELEMENTS: INT
	ByteSize                // characterisation BYTESIZE: INT
	TypeName                // characterisation TYPE: a text
	Structure               // characterisation STRUCTURE: a text
	Calls                   // number of infrastructure or resource calls: INT
	Capacity                // capacity of a passive resource: INT
	Time                    // delay, think time, latency, rate: DOUBLE
)

// PlaceOf is the place of an element's expression.
func PlaceOf(e model.Element) Place {
	switch e.Kind {
	case model.InternalAction:
		return Demand
	case model.Loop:
		return Iterations
	case model.Branch:
		return Guard
	case model.CallParameter:
		return PlaceOfCharacterisation(e.Argument.Char)
	}
	return Anywhere
}

// PlaceOfCharacterisation is the place of a parameter's characterisation.
func PlaceOfCharacterisation(c model.Characterisation) Place {
	switch c {
	case model.NumberOfElements:
		return Number
	case model.ByteSize:
		return ByteSize
	case model.TypeOf:
		return TypeName
	case model.Structure:
		return Structure
	default:
		return Value
	}
}

func (p Place) String() string {
	return [...]string{
		"this place", "a resource demand", "an iteration count", "a branch condition", "a VALUE",
		"a NUMBER_OF_ELEMENTS", "a BYTESIZE", "a TYPE", "a STRUCTURE", "a number of calls", "a capacity", "a time",
	}[p]
}

// integer reports whether the simulator asks for an Integer there; a Double ends the simulation.
func (p Place) integer() bool {
	switch p {
	case Iterations, Number, ByteSize, Calls, Capacity:
		return true
	default:
		return false
	}
}
