package jdk

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure/launch"
	"beagle/model"
)

// English lets javac speak the language in which what it says is looked for, and told with what Beagle says.
const English = "-J-Duser.language=en"

const stack = "-J-Xss16m"

// Quick has the JVM compile javac quickly rather than well: of few sources it ends before the other pays.
const Quick = "-J-XX:TieredStopAtLevel=1"

// FewFiles is up to how many sources are few.
const FewFiles = 100

// Run compiles, with the compiler of a Java home; log keeps what it says.
func Run(ctx context.Context, home, log string, arguments ...string) error {
	compiler := Compiler(home)
	command := []string{compiler, English, stack}
	if n := len(slices.DeleteFunc(slices.Clone(arguments), func(a string) bool { return !strings.HasSuffix(a, ".java") })); n <= FewFiles {
		command = append(command, Quick)
	}
	result, err := launch.Run(ctx, launch.Spec{Name: "javac", Command: append(command, arguments...), Output: log})
	if err != nil {
		return err
	}
	if result.OK() {
		return nil
	}
	p := model.Problem{
		Severity: model.Error, Rule: "overlay", File: log, Message: "the instrumented classes do not compile:\n" + result.Tail,
		Hint: "set build: then an instrumented copy is built by the project's own build",
	}
	if strings.Contains(result.Tail, "invalid target release") || strings.Contains(result.Tail, "invalid source release") {
		p.Message = compiler + " is too old for the program's classes: " + strings.TrimSpace(result.Tail)
		p.Hint = "put a JDK that is as new as the program's Java first on the PATH"
	}
	return p
}

// ArgumentFile holds arguments as javac reads them from a file: there is a bound on what a command may be given.
func ArgumentFile(arguments []string) []byte {
	var text strings.Builder
	for _, argument := range arguments {
		text.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(argument) + "\"\n")
	}
	return []byte(text.String())
}

// WriteFile writes a file and makes its folder.
func WriteFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}
