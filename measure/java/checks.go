package java

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A copy is built for measuring, not for release: its lines are longer than a
// project's rules of style allow, and the runtime's source has no licence header
// of the project. So what only checks sources is left out, where it is one of the
// known tools.

// skips are the properties by which Maven's plugins are told to do nothing.
var skips = []string{
	"checkstyle.skip", "pmd.skip", "cpd.skip", "spotbugs.skip", "findbugs.skip", "license.skip", "rat.skip", "spotless.check.skip", "spotless.apply.skip",
	"fmt.skip", "formatter.skip", "impsort.skip", "enforcer.skip", "animal.sniffer.skip", "revapi.skip", "japicmp.skip", "forbiddenapis.skip", "modernizer.skip",
	"mdep.analyze.skip", "editorconfig.skip",
}

// gradleScript disables the tasks of such tools; it is read by Gradle from 4 on.
const gradleScript = `allprojects {
    afterEvaluate {
        tasks.matching { it.name =~ /(?i)^(checkstyle|pmd|cpd|spotbugs|findbugs|spotless|licen[cs]e|rat|codenarc|forbiddenApis|animalsniffer|japicmp|revapi|enforce|verifyGoogleJavaFormat|editorconfig)/ }.all { enabled = false }
    }
}
`

// unchecked lets a command in the copy leave such checks out.
func (p *preparation) unchecked(command []string, env map[string]string) ([]string, map[string]string, error) {
	if p.overlay != nil || isJava(command[0]) {
		return command, env, nil
	}
	const name = "MAVEN_OPTS" // read by whatever calls Maven
	env = maps.Clone(env)
	if env == nil {
		env = map[string]string{}
	}
	env[name] = strings.TrimSpace(lookup(env)(name) + " -D" + strings.Join(skips, "=true -D") + "=true")
	if base := strings.TrimSuffix(filepath.Base(command[0]), ".bat"); base != "gradle" && base != "gradlew" {
		return command, env, nil
	}
	script := filepath.Join(p.work, "checks.gradle")
	if err := os.WriteFile(script, []byte(gradleScript), 0o600); err != nil {
		return nil, nil, err
	}
	return slices.Insert(slices.Clone(command), 1, "--init-script", script), env, nil
}
