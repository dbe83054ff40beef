package kieker

import (
	"fmt"
	"maps"
	"strings"
	"sync"
)

// Schemas knows record classes. The zero value is not usable; NewSchemas starts with everything that Kieker ships.
type Schemas struct {
	mu      sync.RWMutex
	classes map[string][]*Schema // several where commits disagree on the fields
	alias   map[string]string
}

// NewSchemas knows Kieker's own record classes under their present and former names.
func NewSchemas() *Schemas {
	s := &Schemas{classes: map[string][]*Schema{}, alias: map[string]string{}}
	for _, schema := range builtin() {
		s.classes[schema.Class] = append(s.classes[schema.Class], schema)
	}
	maps.Copy(s.alias, aliases)
	return s
}

// Add registers a record class.
func (s *Schemas) Add(schema Schema) error {
	if !IsClassName(schema.Class) {
		return fmt.Errorf("%q cannot be the name of a record class", schema.Class)
	}
	for _, field := range schema.Fields {
		if elem := field.Type.Elem(); elem < Bool || elem > String {
			return fmt.Errorf("field %s of record class %s has no type", field.Name, schema.Class)
		}
	}
	schema.Fields = append([]Field(nil), schema.Fields...)
	schema.prepare()
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.classes[schema.Class]
	for i := range known {
		if len(known[i].Fields) == len(schema.Fields) {
			known = append(known[:i:i], known[i+1:]...)
			break
		}
	}
	s.classes[schema.Class] = append([]*Schema{&schema}, known...)
	return nil
}

// Lookup is the schema of a class, or nil; the newest one where there are several.
func (s *Schemas) Lookup(class string) *Schema {
	if all := s.Layouts(class); len(all) > 0 {
		return all[0]
	}
	return nil
}

// Layouts is every schema of a class, the preferred one first.
func (s *Schemas) Layouts(class string) []*Schema {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if found, ok := s.classes[class]; ok {
		return found
	}
	if now, ok := s.alias[class]; ok {
		return s.classes[now]
	}
	return nil
}

// Extends reports whether the class is the ancestor or extends it.
func (s *Schemas) Extends(class, ancestor string) bool {
	for range 16 {
		if class == ancestor {
			return true
		}
		schema := s.Lookup(class)
		if schema == nil || schema.Parent == "" {
			return false
		}
		class = schema.Parent
	}
	return false
}

// DefineSchema reads the short notation of the built-in table.
func DefineSchema(class, fields string) *Schema {
	schema := &Schema{Class: class}
	for field := range strings.SplitSeq(fields, ",") {
		letters, name, ok := strings.Cut(strings.TrimSpace(field), " ")
		if !ok {
			continue
		}
		kind := map[byte]Type{'Z': Bool, 'B': Byte, 'C': Char, 'H': Short, 'I': Int, 'L': Long, 'F': Float, 'D': Double, 'S': String}[letters[0]]
		if len(letters) == 2 {
			kind |= Array
		}
		for one := range strings.FieldsSeq(name) {
			schema.Fields = append(schema.Fields, Field{Name: one, Type: kind})
		}
	}
	schema.prepare()
	return schema
}

// IsClassName reports whether text can be the name of a Java class, which tells records from garbage.
func IsClassName(text string) bool {
	if len(text) == 0 || len(text) > 512 || text[0] == '.' || strings.HasSuffix(text, ".") {
		return false
	}
	for _, c := range text {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			c == '.', c == '_', c == '$', c > 0x7f && c != 0xfffd:
		default:
			return false
		}
	}
	return true
}
