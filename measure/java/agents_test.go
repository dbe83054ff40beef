package java

import (
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
