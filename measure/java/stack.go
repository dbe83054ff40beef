package java

import (
	"slices"
	"strconv"
	"strings"

	"beagle/measure/java/jdk"
	"beagle/measure/launch"
)

// Methods with probes have larger stack frames: those of a recursive method with a service, a loop and a demand were
// 1.6 times as large, those with probes at every statement 2.3 times. So that a program recurses as deep as without
// probes, its threads get more stack than they ask for, which costs address space only.
const (
	// StackOption stands for what the program does not say: the JVM's own size is 1 MB, or 2 MB on AArch64.
	StackOption = "-Xss4m"
	stackTimes  = 2 // where the program says how much
	// stackVariable has options that every launcher since Java 9 reads.
	stackVariable = "JDK_JAVA_OPTIONS"
)

// moreStack gives the JVMs of a launch more stack: a plain java command by its option, all else by a variable.
func moreStack(command []string, env map[string]string) []string {
	if !jdk.IsJava(command[0]) {
		env[stackVariable] = strings.TrimSpace(StackOption + " " + launch.Variable(env, stackVariable))
		return command
	}
	asked := false
	command = slices.Clone(command)
	for i, option := range command {
		if size, ok := strings.CutPrefix(option, "-Xss"); ok && i > 0 {
			digits := strings.TrimRight(size, "kKmMgG")
			if n, err := strconv.Atoi(digits); err == nil && 0 < n && n < 1<<30 {
				command[i] = "-Xss" + strconv.Itoa(stackTimes*n) + size[len(digits):]
				asked = true
			}
		}
	}
	if !asked {
		command = slices.Insert(command, 1, StackOption)
	}
	return command
}
