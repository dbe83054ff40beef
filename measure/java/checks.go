package java

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/measure/java/jdk"
	"beagle/measure/launch"
)

// A copy is built for measuring, not for release.

var skips = []string{
	"checkstyle.skip", "pmd.skip", "cpd.skip", "spotbugs.skip", "findbugs.skip", "license.skip", "rat.skip", "spotless.check.skip", "spotless.apply.skip",
	"fmt.skip", "formatter.skip", "impsort.skip", "enforcer.skip", "animal.sniffer.skip", "revapi.skip", "japicmp.skip", "forbiddenapis.skip", "modernizer.skip",
	"spring-javaformat.skip", "spring-javaformat.validate.skip", "spring-javaformat.apply.skip", "basepom.check.skip-all", "air.check.skip-all", "duplicate-finder.skip",
	"mdep.analyze.skip", "editorconfig.skip", "clirr.skip", "sortpom.skip", "license.skipCheckLicense",
}

// kept are properties by which a plugin goes on doing what it does, and only does not fail.
const kept = " -Djacoco.haltOnFailure=false"

const gradleScript = `allprojects {
    afterEvaluate {
        tasks.matching { it.name =~ /(?i)^(checkstyle|pmd|cpd|spotbugs|findbugs|spotless|licen[cs]e|rat|codenarc|forbiddenApis|animalsniffer|japicmp|revapi|enforce|verifyGoogleJavaFormat|checkFormat|editorconfig|sortPom|jacocoTestCoverageVerification|apiCheck)/ }.all { enabled = false }
    }
}
`

// MavenOptions are the options of Maven that leave such checks out.
func MavenOptions() string { return "-D" + strings.Join(skips, "=true -D") + "=true" + kept }

// compilerStack is for a compiler in Maven's own JVM.
const compilerStack = "-Xss16m"

func (c *copyDelivery) unchecked(command []string, env map[string]string) ([]string, map[string]string, error) {
	if jdk.IsJava(command[0]) {
		return command, env, nil
	}
	const name = "MAVEN_OPTS" // read by whatever calls Maven
	env = maps.Clone(env)
	if env == nil {
		env = map[string]string{}
	}
	env[name] = strings.TrimSpace(compilerStack+" "+launch.Variable(env, name)) + " " + MavenOptions()
	if base := strings.TrimSuffix(filepath.Base(command[0]), ".bat"); base != "gradle" && base != "gradlew" {
		return command, env, nil
	}
	script := filepath.Join(c.Work, "checks.gradle")
	if err := os.WriteFile(script, []byte(gradleScript), 0o600); err != nil {
		return nil, nil, err
	}
	return slices.Insert(slices.Clone(command), 1, "--init-script", script), env, nil
}

var failing = regexp.MustCompile(`Failed to execute goal (\S+:\S+)|Execution failed for task '(:[^']+)'`)

var compiling = regexp.MustCompile(`(?i)compil|javac|aspectj|ajc|groovy|gmaven|kotlin|scala|antrun|exec`)

// failedCheck is the step that ended a build where that compiles nothing.
func failedCheck(log string) string {
	all := failing.FindAllStringSubmatch(log, -1)
	if len(all) == 0 {
		return ""
	}
	step := all[0][1] + all[0][2]
	if compiling.MatchString(step) {
		return ""
	}
	return step
}

func notChecked(step string) string {
	less, how := "[mvn, -q, test-compile]", "the property of its plugin that skips it, as in build: [mvn, -q, -Dcheckstyle.skip, package]; where the project sets that itself, a profile without the plugin"
	if after, ok := strings.CutPrefix(step, ":"); ok {
		less, how = "[./gradlew, testClasses]", "build: [./gradlew, classes, -x, "+after+"]"
	}
	return "build only what the launches need, as in build: " + less + "; or leave " + step + " out by " + how +
		" (a copy with probes passes no check of style, licences or released interfaces); or remove build, or set measure.delivery: overlay: then the program is measured as it is built"
}
