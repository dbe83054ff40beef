package probe

import (
	"embed"
	"path"
	"strings"
)

// Package is the Java package of the runtime.
const Package = "beagle_rt"

//go:embed src/beagle_rt/*.java src/kieker/*.java src/agent/Agent.java
var files embed.FS

// Sources are the Java sources of the runtime, at the level of Java 8, by file name, with another name of their
// package.
func Sources(name string) map[string]string {
	sources := texts("src/beagle_rt")
	for file, text := range sources {
		sources[file] = strings.ReplaceAll(text, Package, name)
	}
	return sources
}

// KiekerSources are the sources of runtimes, by their packages, with the classes that let them record through Kieker,
// by file; they are compiled with Kieker's jar.
func KiekerSources(packages []string) map[string]string {
	sources := map[string]string{}
	add := func(name, file, text string) {
		sources[path.Join(name, file)] = strings.Replace(text, "package "+Package+";", "package "+name+";", 1)
	}
	kieker := texts("src/kieker")
	add(Package, "ProbeRecord.java", kieker["ProbeRecord.java"])
	for _, name := range packages {
		add(name, "KiekerStore.java", kieker["KiekerStore.java"])
		for file, text := range Sources(name) {
			add(name, file, text)
		}
	}
	return sources
}

// Agent is the Java source of two agents.
var Agent = texts("src/agent")["Agent.java"]

// AgentClass is the class of the agents.
const AgentClass = Package + ".Agent"

func texts(folder string) map[string]string {
	entries, err := files.ReadDir(folder)
	if err != nil {
		panic(err) // the folder is part of this program
	}
	texts := make(map[string]string, len(entries))
	for _, entry := range entries {
		text, err := files.ReadFile(path.Join(folder, entry.Name()))
		if err != nil {
			panic(err)
		}
		texts[entry.Name()] = string(text)
	}
	return texts
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
