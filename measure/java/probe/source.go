package probe

import _ "embed"

// Class is the qualified name of the runtime class.
const Class = "beagle_rt.P"

// Source is the Java source of the runtime class, at the level of Java 8.
//
//go:embed src/beagle_rt/P.java
var Source string

// Environment variables that the runtime reads.
const (
	EnvOut   = "BEAGLE_OUT"   // folder for record files; without it probes do nothing
	EnvTable = "BEAGLE_TABLE" // hash of the probe table, decimal
	EnvLimit = "BEAGLE_LIMIT" // bytes that a JVM may write
	EnvProbe = "BEAGLE_PROBE" // "kieker": records go to Kieker
)
