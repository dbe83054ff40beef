package java

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"beagle/internal/safe"
	"beagle/measure/java/probe"
	"beagle/measure/kieker"
	"beagle/measure/kieker/live"
	"beagle/measure/launch"
	"beagle/model"
)

// kiekerProbe lets the probes record through Kieker.
type kiekerProbe struct {
	options Options
	work    string
	paths   map[string]string // by jar or version and packages: Kieker, what it needs, and our classes that use it
}

// Versions of Kieker on Maven Central: the newest that Java 11 runs, and the last
// that Java 8 does.
const (
	kiekerVersion = "2.0.2"
	kiekerJava8   = "1.15.4"
)

// needs is what Kieker's library cannot do without. It is loaded where the
// program cannot see it, so that it clashes with nothing.
var needs = []artifact{
	{"org.slf4j", "slf4j-api", "2.0.16"},
	{"org.slf4j", "slf4j-nop", "2.0.16"}, // Kieker's words must not mix with the program's output
	{"org.jctools", "jctools-core", "4.0.5"},
}

// prepareKieker finds the Kieker that is asked for, or the one for the java on
// the PATH, so that what is missing is said before the program is built.
func prepareKieker(ctx context.Context, o Options, work string) (*kiekerProbe, error) {
	k := &kiekerProbe{o, work, map[string]string{}}
	_, err := k.classPath(ctx, "java", []string{probe.Package})
	return k, err
}

// classPath is what a program that runs on the given java, with runtimes in the
// given packages, loads Kieker from.
func (k *kiekerProbe) classPath(ctx context.Context, java string, packages []string) (string, error) {
	wanted := k.options.Kieker
	if wanted == "" {
		wanted = kiekerVersion
		if major, err := javaVersion(ctx, java); err == nil && major < 11 {
			wanted = kiekerJava8
		}
	}
	key := wanted + " " + strings.Join(packages, " ")
	if path, ok := k.paths[key]; ok {
		return path, nil
	}
	work := filepath.Join(k.work, "kieker", strconv.Itoa(len(k.paths)))
	if err := os.MkdirAll(work, 0o700); err != nil {
		return "", fmt.Errorf("the folder for Kieker cannot be made: %w", err)
	}
	jar := wanted
	if !strings.HasSuffix(jar, ".jar") {
		k.options.say("looking for Kieker " + wanted)
		var err error
		if jar, err = (artifact{"net.kieker-monitoring", "kieker", wanted}).find(ctx, work); err != nil {
			return "", err
		}
	} else if _, err := os.Stat(jar); err != nil {
		return "", model.Problem{Severity: model.Error, File: jar, Message: "Kieker's jar cannot be read: " + safe.Cause(err).Error(), Hint: "correct measure.kieker", Rule: "kieker"}
	}
	path := []string{jar}
	for _, a := range needs {
		found, err := a.find(ctx, work)
		if err != nil {
			return "", err
		}
		path = append(path, found)
	}
	classes, err := compileKieker(ctx, work, path, packages)
	if err != nil {
		return "", err
	}
	k.paths[key] = strings.Join(append(path, classes), string(filepath.ListSeparator))
	return k.paths[key], nil
}

// javaOf is the java that a launch most likely runs: the one it names, else that
// of its JAVA_HOME, which build tools follow, else the one on the PATH.
func javaOf(command []string, env map[string]string) string {
	if isJava(command[0]) {
		return command[0]
	}
	home, ok := env["JAVA_HOME"]
	if !ok {
		home = os.Getenv("JAVA_HOME")
	}
	if home == "" {
		return "java"
	}
	return filepath.Join(home, "bin", "java")
}

// compileKieker compiles our classes against the jar and returns their folder.
func compileKieker(ctx context.Context, work string, path, packages []string) (string, error) {
	folder, classes := filepath.Join(work, "src"), filepath.Join(work, "classes")
	if err := os.MkdirAll(classes, 0o700); err != nil {
		return "", err
	}
	command := []string{"javac", "-nowarn", "-source", "8", "-target", "8", "-encoding", "UTF-8", "-cp", strings.Join(path, string(filepath.ListSeparator)), "-d", classes}
	for name, text := range probe.KiekerSources(packages) {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := writeAll(file, []byte(text)); err != nil {
			return "", err
		}
		command = append(command, file)
	}
	result, err := launch.Run(ctx, launch.Spec{Name: "compiling the probes", Command: command})
	if err != nil {
		return "", err
	}
	if !result.OK() {
		return "", model.Problem{
			Severity: model.Error, Rule: "kieker", File: path[0], Message: "the probes do not compile with this version of Kieker:\n" + result.Tail,
			Hint: "use Kieker " + kiekerVersion + ", or " + kiekerJava8 + " for Java 8",
		}
	}
	return classes, nil
}

// artifact is a file on Maven Central.
type artifact struct{ group, name, version string }

// find looks into Maven's local repository, and has Maven fetch what is missing.
func (a artifact) find(ctx context.Context, work string) (string, error) {
	if home, err := os.UserHomeDir(); err == nil {
		file := filepath.Join(home, ".m2", "repository", filepath.Join(strings.Split(a.group, ".")...), a.name, a.version, a.name+"-"+a.version+".jar")
		if info, err := os.Stat(file); err == nil && info.Size() > 0 {
			return file, nil
		}
	}
	dir := filepath.Join(work, "lib")
	coordinates := a.group + ":" + a.name + ":" + a.version
	result, err := launch.Run(ctx, launch.Spec{
		Name: "fetching " + coordinates,
		Command: []string{
			"mvn", "-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
			"-Dartifact=" + coordinates, "-DoutputDirectory=" + dir,
		},
		Dir: work,
	})
	hint := "see whether Maven reaches its repository, or name Kieker's jar as measure.kieker; probe: builtin needs neither"
	if err != nil {
		p := asProblem(err)
		p.Hint = hint
		return "", p
	}
	file := filepath.Join(dir, a.name+"-"+a.version+".jar")
	if _, err := os.Stat(file); err != nil || !result.OK() {
		return "", model.Problem{Severity: model.Error, Rule: "kieker", Message: "Maven did not fetch " + coordinates + ":\n" + result.Tail, Hint: hint}
	}
	return file, nil
}

var versionLine = regexp.MustCompile(`version "(?:1\.)?(\d+)`)

// javaVersion is the feature version of a java.
func javaVersion(ctx context.Context, java string) (int, error) {
	result, err := launch.Run(ctx, launch.Spec{Name: "java -version", Command: []string{java, "-version"}})
	if err != nil {
		return 0, err
	}
	match := versionLine.FindStringSubmatch(result.Tail)
	if match == nil {
		return 0, fmt.Errorf("java -version says %q", result.Tail)
	}
	return strconv.Atoi(match[1])
}

// recordClass is that of probe/src/kieker/ProbeRecord.java.
const recordClass = "beagle_rt.ProbeRecord"

// Counts that mark the begin and the end of a program's records, and what its
// probes cost.
const (
	markBegin = -1
	markEnd   = -2
	markCosts = -3
)

// receiving takes what Kieker sends during one launch.
type receiving struct {
	receiver *live.Receiver
	start    int64

	mu          sync.Mutex // connections share the decoder
	decoder     *probe.Decoder
	connections []*connection
}

func (k *kiekerProbe) listen(decoder *probe.Decoder, env map[string]string) (listener, error) {
	r := &receiving{decoder: decoder, start: time.Now().UnixNano()}
	var err error
	r.receiver, err = live.Listen("127.0.0.1:0", live.Options{Schemas: kieker.NewSchemas(), Open: r.open})
	if err != nil {
		return nil, err
	}
	env[probe.EnvPort] = strconv.Itoa(r.receiver.Port())
	return r, nil
}

func (r *receiving) open(source string) kieker.Handler {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := &connection{receiving: r, source: source, number: int64(len(r.connections)), threads: map[int64][]uint64{}}
	r.connections = append(r.connections, c)
	return c
}

// connection is one JVM.
type connection struct {
	*receiving
	source   string
	number   int64
	origin   probe.Origin
	begun    bool
	received int64
	said     int64 // records sent, by the mark of the end; 0: it did not come
	threads  map[int64][]uint64
	failed   error
	report   kieker.Report
}

// Records implements kieker.Handler.
func (c *connection) Records(batch []kieker.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range batch {
		if rec := &batch[i]; rec.Class.Class == recordClass && c.failed == nil {
			c.received++
			c.failed = c.record(rec)
		}
	}
	c.decoder.Flush()
}

func (c *connection) record(rec *kieker.Record) error {
	count := int(rec.Int(1))
	switch {
	case count == markBegin:
		if rec.Long(4) != c.decoder.Table.Hash() {
			return fmt.Errorf("the records belong to another instrumentation of the program")
		}
		c.begun = true
		c.origin.Base = rec.Long(2)*1e6 - rec.Long(3) - c.start
		return nil
	case count == markCosts:
		c.origin.Costs = probe.NewCosts(rec.Long(2), rec.Long(3), rec.Long(4))
		return nil
	case count == markEnd:
		c.said = rec.Long(2)
		return nil
	case count < 1 || count > 4:
		return fmt.Errorf("a record of %d words", count)
	}
	thread := rec.Long(0)
	if thread == 0 { // the runtime finds out what a record costs
		return nil
	}
	var first [4]uint64 // most records are whole
	words := append(first[:0], c.threads[thread]...)
	for i := range count {
		words = append(words, uint64(rec.Long(2+i)))
	}
	need := probe.Words(words[0])
	if need == 0 {
		return fmt.Errorf("record %#x is none", words[0])
	}
	if len(words) < need {
		c.threads[thread] = slices.Clone(words)
		return nil
	}
	delete(c.threads, thread) // a program may start threads without end
	return c.decoder.Record(c.number<<32|thread, &c.origin, words[:need])
}

// Closed implements kieker.Handler.
func (c *connection) Closed(report kieker.Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report = report
}

// drain is how long records may still come after the program has ended.
const drain = 30 * time.Second

func (r *receiving) finish(ctx context.Context) probe.Ending {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	_, err := r.receiver.Shutdown(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.decoder.Finish()
	ending := probe.Ending{Complete: true}
	problem := func(message, hint string) {
		ending.Complete = false
		ending.Problems = append(ending.Problems, model.Problem{Severity: model.Warning, Rule: "records", Message: message, Hint: hint})
	}
	for _, c := range r.connections {
		if !c.begun && c.failed == nil { // the probes try the port before they start Kieker
			continue
		}
		ending.Files++
		switch {
		case c.failed != nil:
			problem("Kieker's records cannot be read further: "+c.failed.Error(), "")
		case c.said == 0:
			problem("Kieker's mark of the end did not come, so records may be lost: the program was killed, or it called halt", "probe: builtin loses nothing then")
		case c.received < c.said:
			ending.Lost += c.said - c.received
			problem(fmt.Sprintf("%d of %d records were lost between Kieker and Beagle", c.said-c.received, c.said), "")
		}
		ending.Problems = append(ending.Problems, c.report.Problems...)
	}
	if err != nil {
		problem("Kieker's records still came when the program had ended for "+drain.String(), "")
	}
	ending.Complete = ending.Complete && ending.Files > 0
	return ending
}
