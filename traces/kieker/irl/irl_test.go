package irl

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"beagle/traces/kieker"
)

func addIRL(t *testing.T, text string) (*kieker.Schemas, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "own.irl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	schemas := kieker.NewSchemas()
	return schemas, Add(schemas, path)
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
	tests := map[string][]kieker.Field{
		"my.own.Decision": {{Name: "timestamp", Type: kieker.Long}, {Name: "traceId", Type: kieker.Long}, {Name: "orderIndex", Type: kieker.Int}, {Name: "name", Type: kieker.String}, {Name: "color", Type: kieker.Int}, {Name: "weights", Type: kieker.Double | kieker.Array}, {Name: "pair0", Type: kieker.String}, {Name: "pair1", Type: kieker.String}, {Name: "done", Type: kieker.Bool}},
		"my.own.Small":    {{Name: "timestamp", Type: kieker.Long}, {Name: "name", Type: kieker.String}, {Name: "count", Type: kieker.Int}, {Name: "rest", Type: kieker.Int}, {Name: "b", Type: kieker.Byte}},
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
	own := []kieker.Field{{Name: "timestamp", Type: kieker.Long}, {Name: "service", Type: kieker.String}, {Name: "context", Type: kieker.String}}
	before := []kieker.Field{{Name: "timestamp", Type: kieker.Long}, {Name: "traceId", Type: kieker.Long}, {Name: "orderIndex", Type: kieker.Int}, {Name: "operationSignature", Type: kieker.String}, {Name: "classSignature", Type: kieker.String}}
	tests := map[string][]kieker.Field{
		"Started":         own,
		"Privacy_Started": append(own[:3:3], kieker.Field{Name: "code", Type: kieker.Int}),
		"Privacy_Ended":   append(own[:3:3], kieker.Field{Name: "code", Type: kieker.Int}),
		"Container":       {{Name: "timestamp", Type: kieker.Long}, {Name: "url", Type: kieker.String}},
		"Paid":            append(before, kieker.Field{Name: "parameters", Type: kieker.String | kieker.Array}, kieker.Field{Name: "values", Type: kieker.String | kieker.Array}, kieker.Field{Name: "requestType", Type: kieker.Int}),
		"Alike":           {{Name: "service", Type: kieker.String}, {Name: "at", Type: kieker.Long}},
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
		r := newReader(kieker.NewSchemas())
		if r.parse("f.irl", text) == nil {
			_ = r.register()
		}
	})
}
