// Package classes tells where a Java program has its classes from, and what they
// are: java command lines, class paths, jars and class files. It runs nothing.
package classes

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

const maxSize = 16 << 20

// Class is what a class file says (JVMS 4.1).
type Class struct {
	Name       string   // with slashes
	Super      string   // empty: none
	Major      int      // 52 is Java 8
	Preview    bool     // compiled with --enable-preview
	Source     string   // name of the source file, without folders; empty: not said
	Parameters bool     // methods know their parameters' names: javac -parameters
	Interfaces []string // direct ones, with slashes
	Members    []Member // fields and methods, in the order of the file
	Refs       []string // classes that are referred to, sorted
	Uses       []string // fields and methods that are referred to, as class.name, and strings in quotes; sorted
}

// Member is a field or method.
type Member struct {
	Flags      uint16 // as the class file has them (JVMS 4.5 and 4.6)
	Name, Type string // the type is a descriptor
	Code       int    // bytes of a method's code; 0: it has none
}

const (
	accBridge    = 0x0040
	accSynthetic = 0x1000
)

var errClass = errors.New("it is no class file")

// Parse reads a class file.
func Parse(data []byte) (*Class, error) {
	r := reader{data: data}
	if r.u4() != 0xcafebabe {
		return nil, errClass
	}
	c := &Class{Preview: r.u2() == 0xffff, Major: int(r.u2())}
	r.pool()
	r.u2() // access
	c.Name, c.Super = r.class(r.u2()), r.class(r.u2())
	for range r.u2() {
		c.Interfaces = append(c.Interfaces, r.class(r.u2()))
	}
	for range 2 { // fields, methods
		for range r.u2() {
			if r.bad {
				return nil, errClass
			}
			m := Member{Flags: r.u2(), Name: r.text(r.u2()), Type: r.text(r.u2())}
			m.Code = r.attributes(c)
			c.Members = append(c.Members, m)
		}
	}
	r.attributes(c)
	r.uses(c)
	if r.bad || c.Name == "" {
		return nil, errClass
	}
	return c, nil
}

func (r *reader) uses(c *Class) {
	for _, slot := range r.slots {
		switch slot.tag {
		case tagClass:
			if name := element(r.text(slot.index)); name != "" {
				c.Refs = append(c.Refs, name)
			}
		case tagString:
			c.Uses = append(c.Uses, strconv.Quote(r.text(slot.index)))
		case tagField, tagMethod, tagInterface:
			if int(slot.second) < len(r.slots) {
				c.Uses = append(c.Uses, r.class(slot.index)+"."+r.text(r.slots[slot.second].index))
			}
		}
	}
	slices.Sort(c.Refs)
	c.Refs = slices.Compact(c.Refs)
	slices.Sort(c.Uses)
	c.Uses = slices.Compact(c.Uses)
}

// element is the class that an array type, or a class itself, names; empty: a primitive one.
func element(name string) string {
	inner := strings.TrimLeft(name, "[")
	if inner == name {
		return name
	}
	if !strings.HasPrefix(inner, "L") {
		return ""
	}
	return strings.TrimSuffix(inner[1:], ";")
}

type reader struct {
	data  []byte
	slots []slot
	bad   bool
}

type slot struct {
	tag           byte
	index, second uint16
	text          string
}

const (
	tagUtf8  = 1
	tagLong  = 5
	tagTwice = 6 // double: it takes two slots, as long does
	tagClass = 7

	tagString    = 8
	tagField     = 9
	tagMethod    = 10
	tagInterface = 11 // a method of one
	tagNameType  = 12
	tagHandle    = 15
)

var sizes = map[byte]int{3: 4, 4: 4, tagLong: 8, tagTwice: 8, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}

func (r *reader) take(n int) []byte {
	if n > len(r.data) {
		r.bad, r.data = true, nil
		return make([]byte, min(n, 8))
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *reader) u2() uint16 { return binary.BigEndian.Uint16(r.take(2)) }

func (r *reader) u4() uint32 { return binary.BigEndian.Uint32(r.take(4)) }

func (r *reader) pool() {
	count := int(r.u2())
	r.slots = make([]slot, 1, max(count, 1))
	for len(r.slots) < count && !r.bad {
		s := slot{tag: r.take(1)[0]}
		size, known := sizes[s.tag]
		switch {
		case s.tag == tagUtf8:
			length := int(r.u2())
			if length > len(r.data) {
				r.bad = true
				return
			}
			s.text = string(r.take(length))
		case s.tag == tagClass, s.tag == tagString:
			s.index = r.u2()
		case s.tag == tagHandle:
			r.take(1)
			s.index = r.u2()
		case s.tag >= tagField && s.tag <= tagNameType:
			s.index, s.second = r.u2(), r.u2()
		case !known:
			r.bad = true
			return
		default:
			r.take(size)
		}
		r.slots = append(r.slots, s)
		if s.tag == tagLong || s.tag == tagTwice {
			r.slots = append(r.slots, slot{})
		}
	}
}

func (r *reader) text(index uint16) string {
	if int(index) >= len(r.slots) {
		r.bad = true
		return ""
	}
	return r.slots[index].text
}

func (r *reader) class(index uint16) string {
	if int(index) >= len(r.slots) {
		r.bad = true
		return ""
	}
	return r.text(r.slots[index].index)
}

func (r *reader) attributes(c *Class) (code int) {
	for range r.u2() {
		name, length := r.text(r.u2()), int64(r.u4())
		if r.bad || length > int64(len(r.data)) {
			r.bad = true
			return 0
		}
		body := r.take(int(length))
		switch name {
		case "Code": // JVMS 4.7.3
			if len(body) >= 8 {
				code = int(min(binary.BigEndian.Uint32(body[4:]), 1<<16))
			}
		case "SourceFile":
			if len(body) == 2 {
				c.Source = r.text(binary.BigEndian.Uint16(body))
			}
		case "MethodParameters":
			c.Parameters = true
		}
	}
	return code
}

// Read reads a class file.
func Read(file string) (*Class, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}
