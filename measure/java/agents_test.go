package java

import (
	"os"
	"strings"
	"testing"

	"beagle/internal/need"
)

// An agent that changes many classes on its own, as those that watch servers do,
// goes with ours.
func TestOpenTelemetrysAgentGoesWithOurs(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("starts a large agent several times; BEAGLE_LONG=1 runs it")
	}
	agent := fetch(t, "io.opentelemetry.javaagent:opentelemetry-javaagent:2.11.0")
	s := subject{
		build: intoClasses, exit: 4,
		launch: command(
			"java", "-javaagent:"+agent, "-Dotel.javaagent.logging=none", "-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none",
			"-cp", "classes", "demo.Main", "exit",
		),
	}
	notes, _ := s.deliver(t)
	if !says(notes, "agents", "opentelemetry-javaagent") {
		t.Errorf("the agent is not named: %v", notes)
	}
}

// What an agent weaves into classes as they are loaded, it weaves into those with
// probes.
func TestLoadTimeWeavingGoesWithProbes(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("fetches AspectJ's weaver; BEAGLE_LONG=1 runs it")
	}
	weaver := fetch(t, "org.aspectj:aspectjweaver:1.9.22.1")
	s := subject{
		files: map[string]string{
			"src/main/java/demo/Counting.java": aspect,
			"classes/META-INF/aop.xml":         `<aspectj><aspects><aspect name="demo.Counting"/></aspects><weaver><include within="demo.*"/></weaver></aspectj>`,
		},
		build:  [][]string{{"javac", "-cp", weaver, "-d", "classes", "src/main/java/demo/Main.java", "src/main/java/demo/Counting.java"}},
		launch: command("java", "-javaagent:"+weaver, "-cp", "classes", "demo.Main"),
	}
	notes, report := s.deliver(t)
	if !says(notes, "agents", "aspectjweaver") {
		t.Errorf("the agent is not named: %v", notes)
	}
	if said, err := os.ReadFile(report.Output); err != nil || !strings.Contains(string(said), "nine stores") {
		t.Errorf("nothing was woven: %v\n%s", err, said)
	}
}
