package run

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/measure"
)

func TestTheEndOfAnOutputStartsWithAWholeLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.log")
	if err := os.WriteFile(path, []byte(strings.Repeat("a line of text\n", 1000)+"the last\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := tail(path)
	if !strings.HasPrefix(got, "a line") || !strings.HasSuffix(got, "the last") || len(got) > 4<<10 {
		t.Errorf("got %.30q … of %d bytes", got, len(got))
	}
	if tail(filepath.Join(t.TempDir(), "none")) != "" || tail("") != "" {
		t.Error("a missing file has an end")
	}
}

func TestTryingALaunchOutSaysWhatItReached(t *testing.T) {
	p := project(t)
	reached := &reach{sections: make([]bool, 3)}
	p.Chosen = p.Elements
	p.Order = measure.Order{Sections: []measure.Section{
		{Kind: measure.Demand, Element: demandID}, {Kind: measure.LoopBody, Element: loopID}, {Kind: measure.Transition, Element: branchID},
	}}
	reached.Events([]measure.Event{{Kind: measure.DemandCaptured, Section: 0}, {Kind: measure.LoopCounted, Section: 1}, {Kind: measure.ServiceLeft, Section: 2}, {Kind: measure.SectionEntered, Section: 99}})
	if got := reached.words(p); !strings.HasPrefix(got, "It reached 2 of ") || !strings.Contains(got, "Not reached: ") {
		t.Errorf("got %q", got)
	}
}

func TestTryingALaunchOutNeedsAModel(t *testing.T) {
	before := measurementTool
	defer func() { measurementTool = before }()
	measurementTool = func(Config, string, io.Writer) measure.Tool { return &program{} }
	if _, err := TryOut(context.Background(), Config{Model: "/no/such.repository"}, measure.Launch{Name: "a"}); err == nil {
		t.Error("a missing model is not said")
	}
}
