package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func TestOnlyMessagesAreTaken(t *testing.T) {
	for line, why := range map[string]string{
		`{"jsonrpc":"1.0","id":1,"result":1}`:                               "must be",
		`{"jsonrpc":"2.0","result":1}`:                                      "neither method nor id",
		`{"jsonrpc":"2.0","id":1,"method":"x","result":1}`:                  "at a time",
		`{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1}}`:            "either",
		`{"jsonrpc":"2.0","id":"one","result":1}`:                           "cannot unmarshal",
		`{"jsonrpc":"2.0","id":1,"result":` + strings.Repeat("[", 100) + ``: "deep",
		`hello`: "invalid character",
	} {
		_, err := NewReader(strings.NewReader(line + "\n")).Read()
		if err == nil || !strings.Contains(err.Error(), why) || !errors.As(err, &NonsenseError{}) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if m, err := Parse([]byte(`{"jsonrpc":"2.0","id":1,"result":{"a":"[[\"["},"more":3}`)); err != nil || *m.ID != 1 {
		t.Error(err)
	}
}

func TestALineIsBoundedAndEndsInALineEnd(t *testing.T) {
	long := io.MultiReader(strings.NewReader(`"`), endless{})
	if _, err := NewReader(long).Read(); !errors.As(err, &TooLongError{}) {
		t.Error(err)
	}
	if _, err := NewReader(strings.NewReader(`{"jsonrpc":"2.0","id":1,"resu`)).Read(); err == nil || !strings.Contains(err.Error(), "in the middle of a line") {
		t.Error(err)
	}
	if _, err := NewReader(strings.NewReader("")).Read(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

// endless is a line that does not end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestValuesThatWereNotObservedAreNull(t *testing.T) {
	data, err := json.Marshal(Numbers{1, math.NaN(), 1e-9, math.Inf(1)})
	if err != nil || string(data) != "[1,null,1e-09,null]" {
		t.Error(string(data), err)
	}
	var n Numbers
	if err := json.Unmarshal(data, &n); err != nil || len(n) != 4 || n[0] != 1 || !math.IsNaN(n[3]) {
		t.Error(n, err)
	}
}

func FuzzMessage(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"result":{"proposals":[{"expression":"n.VALUE"}]}}` + "\n"))
	f.Add([]byte(`{"jsonrpc":"2.0","method":"progress","params":{"text":"half"}}` + "\n" + "{"))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for reader := NewReader(bytes.NewReader(data)); ; {
			m, err := reader.Read()
			if err != nil {
				if !errors.Is(err, io.EOF) && len(err.Error()) > 2000 {
					t.Errorf("a long error: %d bytes", len(err.Error()))
				}
				return
			}
			line, err := m.Line()
			if err != nil {
				t.Fatal(err)
			}
			again, err := Parse(line)
			if err != nil || again.Method != m.Method || (again.ID == nil) != (m.ID == nil) {
				t.Fatalf("%s was read as %+v: %v", line, again, err)
			}
		}
	})
}
