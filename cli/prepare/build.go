package prepare

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/cli/app"
	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/internal/safe"
	"beagle/measure/java"
	"beagle/measure/launch"
	"beagle/model"
)

// mostShown bounds the words of a build's command that are shown: javac's names every source.
const mostShown = 6

// built builds the program as it is, once, so that probes can be put into its classes as they are
// loaded, and has the build say where tests have theirs.
func built(ctx context.Context, a *app.App, dir string, command []string, proposed bool) ([]string, error) {
	if len(command) == 0 {
		return nil, nil
	}
	if slices.Contains(command, "target/classes") { // javac makes it, but not above it
		if err := os.MkdirAll(filepath.Join(dir, "target", "classes"), 0o755); err != nil {
			return nil, err
		}
	}
	tries := [][]string{command}
	if proposed {
		tries = append(tries, launches.Others(command)...)
	}
	first := ""
	for i := 0; i < len(tries); i++ {
		one := tries[i]
		if i == 0 {
			more := ""
			if len(one) > mostShown {
				more = " ..."
			}
			a.Say("Building: %s%s", strings.Join(one[:min(len(one), mostShown)], " "), more)
		} else {
			a.Say("That failed; building: %s", safe.Line(strings.Join(one, " ")))
		}
		done := a.Waiting("building")
		tail, err := asked(ctx, dir, one)
		done()
		if err == nil && tail == "" && launches.Passes(one) {
			if !launches.Any(dir) {
				continue
			}
			a.Found(model.Problem{
				Severity: model.Warning, Rule: "build", File: dir, Message: "a part of the project does not build, and is not measured:\n" + first,
				Hint: "the rest is measured; to have this, too: " + toBuild(first) + ", remove the model's folder and beagle.yaml, then: beagle model",
			})
		}
		if err != nil || tail == "" {
			return one, err
		}
		if i < len(tries)-1 || proposed && i == 0 {
			a.Found(model.Problem{Severity: model.Info, Rule: "build", File: dir, Message: fmt.Sprintf("%s failed:\n%s", safe.Line(strings.Join(one[:min(len(one), mostShown)], " ")), lastOf(tail))})
		}
		first = cmp.Or(first, tail)
		if extracted.NoGradle.MatchString(first) { // what the installed one says is nearer to the project
			first = tail
		}
		if newer := launches.Newer(one, tail); proposed && newer != nil {
			if i > 0 { // the build file names the version itself, whatever is built
				break
			}
			tries = slices.Concat(tries[:1], [][]string{newer}, launches.Others(newer))
		}
	}
	return command, model.Problem{
		Severity: model.Error, Rule: "build", File: dir, Message: "the project does not build:\n" + first,
		Hint: toBuild(first) + ", or set build: in beagle.yaml, then: beagle model",
	}
}

func lastOf(said string) string {
	const most = 8
	lines := strings.Split(safe.Text(strings.TrimSpace(said)), "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// tooOld is in what Maven says where a project, or a plug-in that it uses, asks for a newer one.
var tooOld = regexp.MustCompile(`requires Maven version|Detected Maven Version`)

// toBuild is what has to be done so that a project builds of which a build said this.
func toBuild(said string) string {
	least := launches.Old(said)
	switch {
	case least != "":
		return "put a JDK that still compiles this version into JAVA_HOME (JDK 8 compiles Java 6), or have the build file say source and target " + least
	case tooOld.MatchString(said):
		return "install the Maven that it asks for (mvn --version says which is here)"
	case extracted.NoGradle.MatchString(said):
		return "the project's gradlew could not download its Gradle: let it, or name an installed one (build: [gradle, -q, testClasses])"
	}
	return "make it build"
}

func asked(ctx context.Context, dir string, command []string) (tail string, err error) {
	with := launches.Asked(command)
	if with == nil {
		return build(ctx, dir, command)
	}
	tail, err = build(ctx, dir, with)
	if err == nil && strings.Contains(tail, launches.AskedPlugin) { // it builds, but cannot be asked
		return build(ctx, dir, command)
	}
	return tail, err
}

func build(ctx context.Context, dir string, command []string) (tail string, err error) {
	work, err := os.MkdirTemp("", "beagle-build")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	log := filepath.Join(work, "log")
	const options = "MAVEN_OPTS"
	env := map[string]string{options: strings.TrimSpace(os.Getenv(options) + " " + java.MavenOptions())}
	result, err := launch.Run(ctx, launch.Spec{Name: "build", Command: command, Dir: dir, Env: env, Output: log})
	if err != nil || result.OK() {
		return "", err
	}
	said := essence(result.Tail)
	if cause := safe.CauseIn(log); !strings.Contains(said, cause) { // it stands above what was kept
		said = cause + "\n" + said
	}
	return cmp.Or(strings.TrimSpace(said), "it said nothing"), nil
}

func essence(said string) string {
	before, _, _ := strings.Cut(said, "\n[ERROR] To see the full stack trace")
	lines := strings.Split(before, "\n")
	failed := slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "[ERROR]") })
	lines = slices.DeleteFunc(lines, func(line string) bool {
		called := strings.HasPrefix(line, "\tat ") // of a stack trace
		line = strings.TrimSpace(line)
		warns := strings.HasPrefix(line, "WARNING: ") // as the JVM does of Maven's own classes
		return called || line == "" || line == "[ERROR]" || failed && warns || strings.HasPrefix(line, "[ERROR] -> [Help")
	})
	return strings.Join(lines, "\n")
}
