package probe

import "embed"

// Class is the qualified name of the runtime class.
const Class = "beagle_rt.P"

// Source is the Java source of the runtime class, at the level of Java 8.
//
//go:embed src/beagle_rt/P.java
var Source string

// kieker are the sources that send records through Kieker.
//
//go:embed src/kieker/*.java
var kieker embed.FS

// KiekerSources are the classes that let the runtime record through Kieker, by
// file name; they are compiled with Source and Kieker's jar.
func KiekerSources() (map[string]string, error) {
	entries, err := kieker.ReadDir("src/kieker")
	if err != nil {
		return nil, err
	}
	sources := map[string]string{"P.java": Source}
	for _, entry := range entries {
		data, err := kieker.ReadFile("src/kieker/" + entry.Name())
		if err != nil {
			return nil, err
		}
		sources[entry.Name()] = string(data)
	}
	return sources, nil
}

// Environment variables that the runtime reads.
const (
	EnvOut   = "BEAGLE_OUT"   // folder for record files; without it probes do nothing
	EnvTable = "BEAGLE_TABLE" // hash of the probe table, decimal
	EnvLimit = "BEAGLE_LIMIT" // bytes that a JVM may write

	EnvFull   = "BEAGLE_FULL"   // executions of a probe that a thread records in full, then it samples; 2000
	EnvKieker = "BEAGLE_KIEKER" // class path of Kieker and KiekerStore: records go there
	EnvAgent  = "BEAGLE_AGENT"  // what the agents work on
	EnvPort   = "BEAGLE_PORT"   // port on which Beagle receives Kieker's records
)

// AgentClass is the class of the agents.
const AgentClass = "beagle_rt.Agent"

// Agent is the Java source of two agents: one loads instrumented classes in
// place of the program's own, one writes down where the program has classes from.
//
//go:embed src/agent/Agent.java
var Agent string
