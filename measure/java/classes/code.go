package classes

import (
	"encoding/binary"
	"strings"
)

// Called is a method that code calls, or takes a reference to.
type Called struct {
	Class      string // with slashes
	Name, Type string // the type is a descriptor
}

// Code is what a method's code says (JVMS 4.7.3).
type Code struct {
	Calls []Called
	Names []string // of the parameters, without the receiver, where the class file has them; "" where not
}

// Access flags (JVMS tables 4.1-B and 4.6-A).
const (
	AccPublic    = 0x0001
	AccPrivate   = 0x0002
	AccStatic    = 0x0008
	AccNative    = 0x0100
	AccInterface = 0x0200
	AccAbstract  = 0x0400
	AccSynthetic = accSynthetic
)

// Whole is a class file with the code of its methods.
type Whole struct {
	Class
	Flags   uint16
	Methods []Code            // parallel to Members; nothing of fields
	Inner   map[string]uint16 // flags of the member classes that it knows of (JVMS 4.7.6), by name
	Texts   []string          // its string constants, in the order of the file
}

// ParseWhole reads a class file with the code of its methods.
func ParseWhole(data []byte) (*Whole, error) {
	r := reader{data: data}
	if r.u4() != 0xcafebabe {
		return nil, errClass
	}
	w := &Whole{Inner: map[string]uint16{}}
	w.Preview, w.Major = r.u2() == 0xffff, int(r.u2())
	r.pool()
	w.Flags = r.u2()
	w.Name, w.Super = r.class(r.u2()), r.class(r.u2())
	for range r.u2() {
		w.Interfaces = append(w.Interfaces, r.class(r.u2()))
	}
	for range 2 { // fields, methods
		for range r.u2() {
			if r.bad {
				return nil, errClass
			}
			m := Member{Flags: r.u2(), Name: r.text(r.u2()), Type: r.text(r.u2())}
			w.Members = append(w.Members, m)
			w.Methods = append(w.Methods, r.method(&m))
		}
	}
	r.inner(w)
	for _, slot := range r.slots {
		if slot.tag == tagString {
			w.Texts = append(w.Texts, r.text(slot.index))
		}
	}
	if r.bad || w.Name == "" {
		return nil, errClass
	}
	return w, nil
}

func (r *reader) method(m *Member) (c Code) {
	for range r.u2() {
		name, body := r.attribute()
		switch name {
		case "Code":
			r.code(m, &c, body)
		case "MethodParameters":
			c.Names = r.parameters(m, body)
		}
	}
	return c
}

func (r *reader) attribute() (name string, body []byte) {
	name, length := r.text(r.u2()), int64(r.u4())
	if r.bad || length > int64(len(r.data)) {
		r.bad = true
		return "", nil
	}
	return name, r.take(int(length))
}

func (r *reader) parameters(m *Member, body []byte) (names []string) {
	for at := 1; at+4 <= len(body); at += 4 {
		names = append(names, r.text(binary.BigEndian.Uint16(body[at:])))
	}
	if len(names) != len(Parameters(m.Type)) {
		return nil
	}
	return names
}

func (r *reader) code(m *Member, c *Code, body []byte) {
	if len(body) < 8 {
		return
	}
	length := int(binary.BigEndian.Uint32(body[4:]))
	if length > len(body)-8 {
		r.bad = true
		return
	}
	r.calls(c, body[8:8+length])
	inside := reader{data: body[8+length:], slots: r.slots}
	inside.take(8 * int(inside.u2())) // handlers
	for range inside.u2() {
		name, table := inside.attribute()
		if name == "LocalVariableTable" && c.Names == nil {
			c.Names = inside.locals(m, table)
		}
		if inside.bad {
			return
		}
	}
}

// locals are the names of the parameters among the local variables (JVMS 4.7.13).
func (r *reader) locals(m *Member, table []byte) []string {
	byPlace := map[int]string{}
	for at := 2; at+10 <= len(table); at += 10 {
		if binary.BigEndian.Uint16(table[at:]) == 0 { // from the beginning
			byPlace[int(binary.BigEndian.Uint16(table[at+8:]))] = r.text(binary.BigEndian.Uint16(table[at+4:]))
		}
	}
	place := 1
	if m.Flags&AccStatic != 0 {
		place = 0
	}
	var names []string
	for _, p := range Parameters(m.Type) {
		names = append(names, byPlace[place])
		place++
		if p == "J" || p == "D" {
			place++
		}
	}
	return names
}

const (
	tableSwitch   = 170
	lookupSwitch  = 171
	invokeFirst   = 182 // invokevirtual, invokespecial, invokestatic, invokeinterface
	invokeLast    = 185
	invokeDynamic = 186
	wide          = 196
	iinc          = 132
)

func size(op byte) int {
	switch {
	case op == 16, op == 18, op >= 21 && op <= 25, op >= 54 && op <= 58, op == 169, op == 188:
		return 2
	case op == 17, op == 19, op == 20, op == iinc, op >= 153 && op <= 168, op >= 178 && op <= 184, op == 187, op == 189, op == 192, op == 193, op == 198, op == 199:
		return 3
	case op == 197:
		return 4
	case op == 185, op == 186, op == 200, op == 201:
		return 5
	}
	return 1
}

func (r *reader) calls(c *Code, code []byte) {
	dynamic := false
	for at := 0; at < len(code); {
		op := code[at]
		switch {
		case op == wide:
			at += 4
			if at < len(code) && code[at-3] == iinc {
				at += 2
			}
			continue
		case op == tableSwitch || op == lookupSwitch:
			next := at + 4 - at%4
			if next+12 > len(code) {
				return
			}
			if op == tableSwitch {
				low, high := int32(binary.BigEndian.Uint32(code[next+4:])), int32(binary.BigEndian.Uint32(code[next+8:]))
				at = next + 12 + 4*(int(high)-int(low)+1)
			} else {
				at = next + 8 + 8*int(int32(binary.BigEndian.Uint32(code[next+4:])))
			}
			if at <= next {
				return
			}
			continue
		case op >= invokeFirst && op <= invokeLast && at+2 < len(code):
			c.Calls = append(c.Calls, r.called(binary.BigEndian.Uint16(code[at+1:])))
		case op == invokeDynamic:
			dynamic = true
		}
		at += size(op)
	}
	if !dynamic {
		return
	}
	for _, s := range r.slots {
		if s.tag == tagHandle {
			if one := r.called(s.index); strings.HasPrefix(one.Type, "(") {
				c.Calls = append(c.Calls, one)
			}
		}
	}
}

func (r *reader) called(index uint16) Called {
	if int(index) >= len(r.slots) || int(r.slots[index].second) >= len(r.slots) {
		return Called{}
	}
	s := r.slots[index]
	nameType := r.slots[s.second]
	return Called{r.class(s.index), r.text(nameType.index), r.text(nameType.second)}
}

func (r *reader) inner(w *Whole) {
	for range r.u2() {
		name, body := r.attribute()
		if name != "InnerClasses" {
			continue
		}
		for at := 2; at+8 <= len(body); at += 8 {
			w.Inner[r.class(binary.BigEndian.Uint16(body[at:]))] = binary.BigEndian.Uint16(body[at+6:])
		}
	}
}

// Parameters are the descriptors of the parameters in a method's descriptor.
func Parameters(descriptor string) (all []string) {
	rest, _, _ := strings.Cut(strings.TrimPrefix(descriptor, "("), ")")
	for len(rest) > 0 {
		n := 0
		for n < len(rest) && rest[n] == '[' {
			n++
		}
		if n < len(rest) && rest[n] == 'L' {
			end := strings.IndexByte(rest, ';')
			if end < 0 {
				return all
			}
			n = end
		}
		n = min(n+1, len(rest))
		all, rest = append(all, rest[:n]), rest[n:]
	}
	return all
}

var primitives = map[byte]string{'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short", 'Z': "boolean", 'V': "void"}

// Java is a type's name in a source, from its descriptor: demo.Store.Entry[] for [Ldemo/Store$Entry;.
func Java(descriptor string) string {
	inner := strings.TrimLeft(descriptor, "[")
	dims := strings.Repeat("[]", len(descriptor)-len(inner))
	if inner == "" {
		return descriptor
	}
	if name := primitives[inner[0]]; name != "" {
		return name + dims
	}
	return strings.NewReplacer("/", ".", "$", ".").Replace(strings.TrimSuffix(strings.TrimPrefix(inner, "L"), ";")) + dims
}
