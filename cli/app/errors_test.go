package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAnErrorBehindAResultIsNoSecondDocument(t *testing.T) {
	for name, printed := range map[string]bool{"a result, then an error": true, "an error alone": false} {
		var out, messages bytes.Buffer
		a := &App{Out: &out, Err: &messages, Output: JSON}
		if printed {
			if err := a.PrintJSON(map[string]int{"n": 1}); err != nil {
				t.Fatal(err)
			}
		}
		if code := a.Finish(t.Context(), errors.New("the report cannot be written")); code != Failed {
			t.Errorf("%s: exit code %d", name, code)
		}
		said := strings.Contains(messages.String(), "the report cannot be written")
		documents := 0
		for each := json.NewDecoder(&out); ; documents++ {
			var document json.RawMessage
			if err := each.Decode(&document); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if documents != 1 || said != printed {
			t.Errorf("%s: %d documents, and standard error has %q", name, documents, messages.String())
		}
	}
}

func TestEndingsForBisecting(t *testing.T) {
	for name, of := range map[string]struct {
		err  error
		code int
	}{
		"all held":  {nil, 0},
		"broken":    {Exit(Worse, nil), 1},
		"undecided": {Exit(Partial, nil), 125},
		"failed":    {errors.New("it does not compile"), 125},
		"wrong use": {Usage("no"), 128},
	} {
		a := &App{Out: io.Discard, Err: io.Discard}
		if code := a.Finish(t.Context(), Bisected(of.err)); code != of.code {
			t.Errorf("%s: exit code %d, want %d", name, code, of.code)
		}
	}
}
