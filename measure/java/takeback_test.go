package java

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/jdk"
	"beagle/model"
)

// javac rejects the usual probe of each lambda: the constant is narrowed only
// where it is returned itself.
const narrowing = `public class Main {
    interface Bytes { byte get(); }
    static int n;
    static int use(Bytes b) { return b.get(); }
    public static void main(String[] args) {
        n = 3;
        n += use(() -> {
            return 1 + 1;
        });
        Bytes bytes = () -> {
            for (;;) {
                return 1 + 2;
            }
        };
        n += use(bytes);
    }
}
`

// What the compiler rejects is written in another form or costs its own probes,
// never the others'.
func TestProbesThatTheCompilerRejectsAreReplaced(t *testing.T) {
	need.Java(t)
	project := t.TempDir()
	file := filepath.Join(project, "Main.java")
	if err := os.WriteFile(file, []byte(narrowing), 0o600); err != nil {
		t.Fatal(err)
	}
	section := func(text string) model.Section {
		at := strings.Index(narrowing, text)
		return model.Section{Unit: "Main", File: file, First: at, Last: at}
	}
	order := measure.Order{
		Sections: []measure.Section{
			{Kind: measure.Demand, Code: section("n = 3"), PCMID: "plain"},
			{Kind: measure.Demand, Code: section("return 1 + 1"), PCMID: "narrowed"},
			{Kind: measure.LoopBody, Code: section("return 1 + 2"), PCMID: "loop"},
		},
	}
	p, err := NewTool(Options{Project: project, WorkDir: t.TempDir(), Build: []string{"javac", jdk.Quick, "-d", "classes", "Main.java"}}).
		Prepare(context.Background(), order)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if len(p.Notes()) != 1 { // how it is delivered
		t.Errorf("notes: %v", p.Notes())
	}
	sink := &collected{}
	if _, err := p.Launch(context.Background(), measure.Launch{Command: []string{"java", "-cp", "classes", "Main"}}, 1, sink); err != nil {
		t.Fatal(err)
	}
	if len(sink.events) != 3 || sink.events[2].Kind != measure.LoopCounted || sink.events[2].Count != 1 {
		t.Errorf("events: %v", sink.events)
	}
}
