package probe

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"beagle/model"
)

type characterisation struct {
	of    model.Characterisation
	value model.Value
}

func (d *Decoder) characterised(words []uint64) []characterisation {
	data := int(words[0] & 0xffffffff >> 15)
	all := d.found[:0]
	put := func(of model.Characterisation, value model.Value) {
		all = append(all, characterisation{of, value})
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
			put(model.ValueOf, model.TextValue(d.text(words[2:], data)))
		}
		put(model.NumberOfElements, model.NumberValue(float64(words[1])))
		put(model.ByteSize, model.NumberValue(2*float64(words[1])))
	case valueEnum:
		put(model.ValueOf, model.TextValue(d.text(words[2:], data)))
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
		put(model.TypeOf, model.TextValue(d.class(d.text(words[1:], data))))
	}
	d.found = all
	return all
}

// class is the name of a class with _ for all that a text of StoEx cannot have, such as the dots of its package.
func (d *Decoder) class(name string) string {
	if known, ok := d.classes[name]; ok {
		return known
	}
	sayable := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, name)
	if d.classes == nil {
		d.classes = map[string]string{}
	}
	if len(d.classes) < maxTexts {
		d.classes[name] = sayable
	}
	return sayable
}

// maxTexts bounds the texts that are remembered, so that one that comes often is kept once.
const maxTexts = 1 << 12

func (d *Decoder) text(words []uint64, length int) string {
	units := d.units[:0]
	for i := range length {
		units = append(units, uint16(words[i/4]>>(i%4*16)))
	}
	d.units = units
	packed := d.packed[:0]
	for i := 0; i < length; i++ {
		r := rune(units[i])
		if utf16.IsSurrogate(r) {
			next := rune(0)
			if i+1 < length {
				next = rune(units[i+1])
			}
			if r = utf16.DecodeRune(r, next); r != utf8.RuneError {
				i++
			}
		}
		packed = utf8.AppendRune(packed, r)
	}
	d.packed = packed
	if known, ok := d.texts[string(packed)]; ok {
		return known
	}
	said := string(packed)
	if d.texts == nil {
		d.texts = map[string]string{}
	}
	if len(d.texts) < maxTexts {
		d.texts[said] = said
	}
	return said
}
