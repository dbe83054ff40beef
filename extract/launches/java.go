package launches

import (
	"os"
	"os/exec"
	"path/filepath"
)

// javaProgram is what starts classes that the build makes. Where JAVA_HOME names another JDK than the one on
// the PATH, builds compile with it, and the other may be too old for what they make.
func javaProgram() string {
	home := os.Getenv("JAVA_HOME")
	if home == "" {
		return "java"
	}
	own, err := exec.LookPath(filepath.Join(home, "bin", "java"))
	if err != nil {
		return "java"
	}
	if usual, err := exec.LookPath("java"); err == nil && sameFile(own, usual) {
		return "java" // as people write it, and as it is on the next machine
	}
	return own
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
