// Package jdk says which program starts Java's classes and which one compiles them, for whoever needs one of the two:
// of several JDKs on a machine all of Beagle means the same one.
package jdk

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"beagle/internal/safe"
)

// IsJava reports whether a command is the java launcher.
func IsJava(command string) bool {
	name := strings.TrimSuffix(filepath.Base(command), ".exe")
	return name == "java" || name == "javaw"
}

// Java starts what a build makes, and is what Beagle itself runs.
func Java() string { return of(os.Getenv("JAVA_HOME")) }

// Launched is the java that a launch most likely runs: the one that its command names, else that of its JAVA_HOME,
// which build tools follow, else that of ours.
func Launched(command []string, env map[string]string) string {
	if IsJava(command[0]) {
		return command[0]
	}
	if home, ok := env["JAVA_HOME"]; ok {
		return of(home)
	}
	return Java()
}

// of is the java of a Java home where that has one, else the one on the PATH.
func of(home string) string {
	if home == "" {
		return "java"
	}
	own, err := exec.LookPath(filepath.Join(home, "bin", "java"))
	if err != nil {
		return "java"
	}
	return usual("java", own)
}

// Compiler is the compiler of a Java home, by default of JAVA_HOME, where that has one, else the one on the PATH.
func Compiler(home string) string {
	if home = cmp.Or(home, os.Getenv("JAVA_HOME")); home == "" {
		return "javac"
	}
	for _, dir := range []string{home, filepath.Dir(home)} { // Java 8 runs in the JRE below its JDK
		if file, err := exec.LookPath(filepath.Join(dir, "bin", "javac")); err == nil {
			return usual("javac", file)
		}
	}
	return "javac"
}

// usual is a program's name where the one on the PATH is the same file.
func usual(name, file string) string {
	if found, err := exec.LookPath(name); err == nil && safe.SameFile(file, found) {
		return name
	}
	return file
}
