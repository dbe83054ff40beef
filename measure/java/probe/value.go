package probe

import (
	"math"
	"unicode/utf16"

	"beagle/measure"
	"beagle/model"
)

// characterise makes an event of each characterisation in the record of a value.
func (d *Decoder) characterise(e measure.Event, words []uint64, emit func(measure.Event)) {
	data := int(words[0] & 0xffffffff >> 15)
	put := func(char model.Characterisation, value model.Value) {
		e.Char, e.Value = char, value
		emit(e)
	}
	switch words[0] >> 8 & 15 {
	case valueNull:
		put(model.ValueOf, model.Value{})
	case valueLong:
		put(model.ValueOf, model.NumberValue(float64(int64(words[1]))))
	case valueSmall:
		put(model.ValueOf, model.NumberValue(float64(data)))
	case valueDouble:
		put(model.ValueOf, model.NumberValue(math.Float64frombits(words[1])))
	case valueBoolean:
		put(model.ValueOf, model.BoolValue(words[1] != 0))
	case valueString:
		if data > 0 || words[1] == 0 {
			put(model.ValueOf, model.TextValue(text(words[2:], data)))
		}
		put(model.NumberOfElements, model.NumberValue(float64(words[1])))
		put(model.ByteSize, model.NumberValue(2*float64(words[1])))
	case valueEnum:
		put(model.ValueOf, model.TextValue(text(words[2:], data)))
	case valueArray:
		put(model.NumberOfElements, model.NumberValue(float64(words[1])))
		if data > 0 {
			put(model.ByteSize, model.NumberValue(float64(words[1])*float64(data)))
		}
	case valueMean:
		if data < len(meansOf) {
			put(meansOf[data], model.NumberValue(math.Float64frombits(words[1])))
		}
	case valueSize:
		put(model.NumberOfElements, model.NumberValue(float64(words[1])))
	case valueType:
		put(model.TypeOf, model.TextValue(text(words[1:], data)))
	}
}

// text unpacks characters, four to a word.
func text(words []uint64, length int) string {
	units := make([]uint16, length)
	for i := range units {
		units[i] = uint16(words[i/4] >> (i % 4 * 16))
	}
	return string(utf16.Decode(units))
}
