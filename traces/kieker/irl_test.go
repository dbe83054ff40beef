package kieker

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func addIRL(t *testing.T, text string) (*Schemas, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "own.irl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	schemas := NewSchemas()
	return schemas, AddIRL(schemas, path)
}

func TestOwnRecordTypesFollowTheOrderOfTheWire(t *testing.T) {
	schemas, err := addIRL(t, `
/* records of ours */
package my.own

import kieker.common.record.flow.IEventRecord
import kieker.common.record.flow.trace.AbstractTraceEvent

const string NONE = "<none>"
enum Color { RED, GREEN = 2 }

@author 'me' @since '1.0'
template Named : IEventRecord { string name = NONE  alias string title as name }
template Both : Named, Counted { }
template Counted { unsigned int count  int rest = -1 }

entity Decision extends AbstractTraceEvent : Named {
	transient int cached
	Color color
	double[] weights
	string[2] pair // fixed
	boolean done = false
}
abstract entity Base : Both
entity Small extends Base { byte b }
`)
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string][]Field{
		"my.own.Decision": {{Name: "timestamp", Type: Long}, {Name: "traceId", Type: Long}, {Name: "orderIndex", Type: Int}, {Name: "name", Type: String}, {Name: "color", Type: Int}, {Name: "weights", Type: Double | Array}, {Name: "pair0", Type: String}, {Name: "pair1", Type: String}, {Name: "done", Type: Bool}},
		"my.own.Small":    {{Name: "timestamp", Type: Long}, {Name: "name", Type: String}, {Name: "count", Type: Int}, {Name: "rest", Type: Int}, {Name: "b", Type: Byte}},
	}
	for class, want := range tests {
		if got := schemas.Lookup(class); got == nil || !reflect.DeepEqual(got.Fields, want) {
			t.Errorf("%s: %+v", class, got)
		}
	}
	if !schemas.Extends("my.own.Decision", "kieker.common.record.flow.trace.AbstractTraceEvent") {
		t.Error("the parent of Decision is lost")
	}
}

// The files of iObserve and CIPM were written for older generators: they import
// types that no longer stand there, or none at all, and derive whole families.
func TestRecordTypesOfIObserveAndCIPMAreUnderstood(t *testing.T) {
	schemas, err := addIRL(t, `
package org.project.record

import kieker.common.record.flow.IEventRecord
import org.elsewhere.IPayloadCharacterization
import org.project.record.Stamped

@author "A B" @since "0.0.2"
template IChange
template IStarted : IChange, Stamped
template IEnded : IChange, Stamped
template Stamped { long timestamp }
enum Code { FIRST = 004, LAST }
template Place { Code code }

abstract event Descriptor : Stamped { changeable string service string context }
event Started extends Descriptor : IStarted
event Ended extends Descriptor : IEnded
entity Container extends AbstractEvent : IChange { string url }
event Paid extends BeforeOperationEvent : IPayloadCharacterization
event Alike { grouped by Descriptor.service service grouped by Container.timestamp at }

model Changes IStarted, IEnded
sub Privacy Changes : Place
`)
	if err != nil {
		t.Fatal(err)
	}
	own := []Field{{Name: "timestamp", Type: Long}, {Name: "service", Type: String}, {Name: "context", Type: String}}
	before := []Field{{Name: "timestamp", Type: Long}, {Name: "traceId", Type: Long}, {Name: "orderIndex", Type: Int}, {Name: "operationSignature", Type: String}, {Name: "classSignature", Type: String}}
	tests := map[string][]Field{
		"Started":         own,
		"Privacy_Started": append(own[:3:3], Field{Name: "code", Type: Int}),
		"Privacy_Ended":   append(own[:3:3], Field{Name: "code", Type: Int}),
		"Container":       {{Name: "timestamp", Type: Long}, {Name: "url", Type: String}},
		"Paid":            append(before, Field{Name: "parameters", Type: String | Array}, Field{Name: "values", Type: String | Array}, Field{Name: "requestType", Type: Int}),
		"Alike":           {{Name: "service", Type: String}, {Name: "at", Type: Long}},
	}
	for class, want := range tests {
		if got := schemas.Lookup("org.project.record." + class); got == nil || !reflect.DeepEqual(got.Fields, want) {
			t.Errorf("%s: %+v", class, got)
		}
	}
	if schemas.Lookup("org.project.record.Privacy_Descriptor") != nil {
		t.Error("an abstract event is derived from")
	}
}

func TestWrongRecordTypesNameTheLine(t *testing.T) {
	tests := []struct{ text, want string }{
		{"package p\nentity A {\n\tint\n}", "own.irl:4"},
		{"package p\nentity A extends Unknown {}", "Unknown"},
		{"package p\nentity A extends B {}\nentity B extends A {}", "extends itself"},
		{"nonsense", "own.irl:1"},
		{"entity A { int[99999] x }", "array length"},
		{"entity A { int x", "}"},
		{"entity A { grouped by B.x y }", "B"},
		{"entity A { grouped by A.x y }", "A"},
		{"model M T\nsub P M T", ":"},
		{"package p\nentity A {\n\tlong x\n\tstrin y\n}", "own.irl:4: strin"},
	}
	for _, test := range tests {
		if _, err := addIRL(t, test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q", test.text, err, test.want)
		}
	}
}

func FuzzIRL(f *testing.F) {
	f.Add("package p\nentity A extends B : C { int x = 3 }")
	f.Fuzz(func(_ *testing.T, text string) {
		r := newReader(NewSchemas())
		if r.parse("f.irl", text) == nil {
			_ = r.register()
		}
	})
}
