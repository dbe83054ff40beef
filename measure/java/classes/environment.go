package classes

import (
	"maps"
	"strings"

	"beagle/measure/java/jdk"
	"beagle/measure/launch"
)

// Environment is what a launch is given besides Beagle's own environment. Where
// it may be Gradle's, a daemon that runs already would start the program with
// variables of its own, not with ours: Gradle is told to do without.
func Environment(command string, given map[string]string) map[string]string {
	env := map[string]string{}
	maps.Copy(env, given)
	if !jdk.IsJava(command) {
		const name = "GRADLE_OPTS"
		env[name] = strings.TrimSpace(launch.Variable(env, name) + " -Dorg.gradle.daemon=false")
	}
	return env
}
