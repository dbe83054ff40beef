package java

import (
	"archive/zip"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/measure/launch"
	"beagle/model"
)

// overlay is delivery without a build: the program runs as it is, where it is,
// and an agent loads the rewritten classes in place of its own. It is made at
// the first launch, because only that says which classes the program runs.
type overlay struct {
	folder  string
	agent   string // jar of the agents
	runtime string // jar of the probes' class
	classes string // folder of the rewritten classes
	ready   bool
}

func newOverlay(folder string) *overlay {
	return &overlay{
		folder: folder, agent: filepath.Join(folder, "agent.jar"),
		runtime: filepath.Join(folder, "probes.jar"), classes: filepath.Join(folder, "classes"),
	}
}

// found is where a program has its classes from.
type found struct {
	path    []string // class path
	modules []string // module path
	major   int      // class file version of the instrumented classes; 0: unknown
	home    string   // java.home; empty: unknown
}

// prepare compiles the rewritten files against what the program runs with.
func (o *overlay) prepare(ctx context.Context, p *preparation, l *measure.Launch) error {
	if o.ready {
		return nil
	}
	for _, dir := range []string{o.folder, o.classes} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	if err := o.jars(ctx); err != nil {
		return err
	}
	where, ok := classPathOf(l, p.project)
	if !ok {
		p.options.say("running " + strings.Join(l.Command, " ") + " once to see where its classes are")
		var err error
		if where, err = o.record(ctx, p, l); err != nil {
			return err
		}
	}
	if where.major == 0 {
		where.major = p.majorIn(where.path)
	}
	p.stale(where.path)
	p.changedByBuild(where.path)
	if err := o.compile(ctx, p, &where); err != nil {
		return err
	}
	o.ready = true
	return nil
}

// jars compiles and packs the agents and the probes' class.
func (o *overlay) jars(ctx context.Context) error {
	for _, jar := range []struct{ file, class, source, manifest string }{
		{o.runtime, probe.Class, probe.Source, ""},
		{o.agent, probe.AgentClass, probe.Agent, "Premain-Class: " + probe.AgentClass + "\r\nCan-Redefine-Classes: true\r\n"},
	} {
		base := strings.TrimSuffix(jar.file, ".jar")
		source := filepath.Join(base, jar.class[strings.LastIndexByte(jar.class, '.')+1:]+".java")
		classes := filepath.Join(base, "classes")
		if err := os.MkdirAll(classes, 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(source, []byte(jar.source), 0o600); err != nil {
			return err
		}
		if err := javac(ctx, "", "-nowarn", "-source", "8", "-target", "8", "-encoding", "UTF-8", "-d", classes, source); err != nil {
			return err
		}
		if err := pack(jar.file, classes, jar.manifest); err != nil {
			return fmt.Errorf("%s cannot be written: %w", jar.file, err)
		}
	}
	return nil
}

func pack(jar, classes, manifest string) error {
	file, err := os.OpenFile(jar, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	archive := zip.NewWriter(file)
	entry, err := archive.Create("META-INF/MANIFEST.MF")
	if err != nil {
		return err
	}
	if _, err := entry.Write([]byte("Manifest-Version: 1.0\r\n" + manifest + "\r\n")); err != nil {
		return err
	}
	if err := archive.AddFS(os.DirFS(classes)); err != nil {
		return err
	}
	return archive.Close()
}

// classPathOf reads the class path from a plain java command; false: the command
// is something else, such as a build tool.
func classPathOf(l *measure.Launch, project string) (found, bool) {
	if !isJava(l.Command[0]) {
		return found{}, false
	}
	dir := l.Dir
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(project, dir)
	}
	var where found
	if home := filepath.Dir(l.Command[0]); filepath.IsAbs(home) {
		where.home = filepath.Dir(home)
	}
	path := os.Getenv("CLASSPATH")
	if set, ok := l.Env["CLASSPATH"]; ok {
		path = set
	}
	for i := 1; i < len(l.Command); i++ {
		argument := l.Command[i]
		value := func() string {
			if i+1 < len(l.Command) {
				i++
				return l.Command[i]
			}
			return ""
		}
		switch {
		case argument == "-cp", argument == "-classpath", argument == "--class-path":
			path = value()
		case strings.HasPrefix(argument, "--class-path="):
			path = strings.TrimPrefix(argument, "--class-path=")
		case argument == "-p", argument == "--module-path":
			where.modules = absolute(dir, value())
		case argument == "-jar":
			where.path = absolute(dir, value())
			return where, true
		case strings.HasPrefix(argument, "@"):
			return found{}, false // an argument file
		case !strings.HasPrefix(argument, "-"):
			i = len(l.Command)
		case argument == "-m", argument == "--module":
			i = len(l.Command)
		}
	}
	if path == "" {
		path = "."
	}
	where.path = absolute(dir, path)
	return where, true
}

// absolute resolves the entries of a class path; dir/* are the jars in dir.
func absolute(dir, path string) []string {
	var entries []string
	for _, entry := range filepath.SplitList(path) {
		if entry == "" {
			entry = "."
		}
		if !filepath.IsAbs(entry) {
			entry = filepath.Join(dir, entry)
		}
		if filepath.Base(entry) == "*" {
			jars, _ := filepath.Glob(filepath.Join(filepath.Dir(entry), "*.jar"))
			entries = append(entries, jars...)
			continue
		}
		entries = append(entries, entry)
	}
	return entries
}

// record runs the launch once with the recording agent.
func (o *overlay) record(ctx context.Context, p *preparation, l *measure.Launch) (found, error) {
	list := filepath.Join(o.folder, "classes.txt")
	_ = os.Remove(list)
	work := []string{list}
	for _, file := range p.files {
		work = append(work, file.class())
	}
	env := map[string]string{}
	maps.Copy(env, l.Env)
	command := o.withAgent(l, env, "record", work...)
	result, err := launch.Run(ctx, launch.Spec{
		Name: fmt.Sprintf("launch %q", l.Name), Command: command, Dir: p.dir(l.Dir), Env: env,
		Output: filepath.Join(o.folder, "record.log"),
	})
	if err != nil {
		return found{}, err
	}
	data, err := os.ReadFile(list)
	if err != nil {
		return found{}, model.Problem{
			Severity: model.Error, Rule: "overlay", File: result.Output,
			Message: fmt.Sprintf("launch %q loaded none of the classes that are to be measured (exit code %d):\n%s", l.Name, result.ExitCode, result.Tail),
			Hint:    "correct the command, or set build: then an instrumented copy is built and run",
		}
	}
	var where found
	add := func(list *[]string, entry string) {
		if entry != "" && !strings.Contains(entry, "!/") && !slices.Contains(*list, entry) {
			*list = append(*list, entry)
		}
	}
	for _, line := range strings.Split(string(data), "\n") {
		key, value, _ := strings.Cut(line, "\t")
		switch key {
		case "major":
			where.major, _ = strconv.Atoi(value)
		case "from", "path":
			add(&where.path, value)
		case "modules":
			add(&where.modules, value)
		case "java":
			where.home = value
		}
	}
	return where, nil
}

// withAgent lets the JVMs of a launch load an agent: a plain java command gets an
// option, for all else there is an environment variable that every JVM reads.
func (o *overlay) withAgent(l *measure.Launch, env map[string]string, mode string, work ...string) []string {
	const key = "JAVA_TOOL_OPTIONS"
	env[probe.EnvAgent] = strings.Join(work, string(filepath.ListSeparator))
	option := "-javaagent:" + o.agent + "=" + mode
	if isJava(l.Command[0]) {
		return slices.Insert(slices.Clone(l.Command), 1, option)
	}
	present, ok := env[key]
	if !ok {
		present = os.Getenv(key)
	}
	env[key] = strings.TrimSpace(present + ` "` + option + `"`)
	return l.Command
}

func isJava(command string) bool {
	return strings.TrimSuffix(filepath.Base(command), ".exe") == "java"
}

// compile compiles the rewritten files; what the compiler rejects is taken out.
func (o *overlay) compile(ctx context.Context, p *preparation, where *found) error {
	log := filepath.Join(o.folder, "javac.log")
	for round := 1; ; round++ {
		command := []string{"-nowarn", "-g", "-proc:none", "-encoding", "UTF-8", "-Xmaxerrs", "1000", "-d", o.classes, "-cp", strings.Join(append([]string{o.runtime}, where.path...), string(filepath.ListSeparator))}
		if major := where.major; major > 0 {
			release := strconv.Itoa(max(major-44, 8))
			command = append(command, "-source", release, "-target", release)
		}
		for _, file := range p.files {
			target, err := p.inCopy(file.path)
			if err != nil {
				return err
			}
			command = append(command, target)
		}
		err := javac(ctx, log, command...)
		if err == nil {
			return nil
		}
		if round >= maxRounds {
			return err
		}
		dropped, dropErr := p.dropRejected(log)
		if dropErr != nil {
			return dropErr
		}
		if !dropped {
			return err
		}
	}
}

// javac compiles; log keeps what it says.
func javac(ctx context.Context, log string, arguments ...string) error {
	result, err := launch.Run(ctx, launch.Spec{Name: "javac", Command: append([]string{"javac"}, arguments...), Output: log})
	if err != nil {
		return err
	}
	if !result.OK() {
		return model.Problem{
			Severity: model.Error, Rule: "overlay", File: log, Message: "the instrumented classes do not compile:\n" + result.Tail,
			Hint: "set build: then an instrumented copy is built by the project's own build",
		}
	}
	return nil
}

// class is the file's main class, with slashes.
func (f *rewritten) class() string {
	name := strings.TrimSuffix(filepath.Base(f.path), ".java")
	if p := f.file.Package(); p != "" {
		name = strings.ReplaceAll(p, ".", "/") + "/" + name
	}
	return name
}

// majorIn is the class file version of the first instrumented class that stands
// in a folder of the class path.
func (p *preparation) majorIn(path []string) int {
	for _, file := range p.files {
		for _, entry := range path {
			if data, err := readClass(entry, file.class()+".class"); err == nil && len(data) >= 8 {
				return int(data[6])<<8 | int(data[7])
			}
		}
	}
	return 0
}

// readClass reads the start of a class file from a folder or jar.
func readClass(entry, name string) ([]byte, error) {
	head := make([]byte, 8)
	read := func(file fs.File, err error) ([]byte, error) {
		if err != nil {
			return nil, err
		}
		defer file.Close()
		n, err := file.Read(head)
		return head[:n], err
	}
	if info, err := os.Stat(entry); err != nil || info.IsDir() {
		return read(os.Open(filepath.Join(entry, filepath.FromSlash(name))))
	}
	archive, err := zip.OpenReader(entry)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	return read(archive.Open(name))
}

// stale notes sources that are newer than their classes: what runs is then not
// what is measured.
func (p *preparation) stale(path []string) {
	for _, file := range p.files {
		source, err := os.Stat(file.path)
		if err != nil {
			continue
		}
		for _, entry := range path {
			class, err := os.Stat(filepath.Join(entry, filepath.FromSlash(file.class())+".class"))
			if err != nil {
				continue
			}
			if class.ModTime().Before(source.ModTime()) {
				p.notes = append(p.notes, model.Problem{
					Severity: model.Warning, Rule: "stale", File: file.path,
					Message: "the source is newer than its class in " + entry, Hint: "build the project, so that what runs is what is measured",
				})
			}
			break
		}
	}
}
