package java

import (
	"archive/zip"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"beagle/measure/java/probe"
	"beagle/measure/launch"
	"beagle/model"
)

// jars compiles and packs the agents and the runtime. The manifest puts the
// latter on the boot class path: when an agent does so itself, the JVM warns in
// the program's output that it shares no classes.
func (o *overlay) jars(ctx context.Context) error {
	for _, jar := range []struct {
		file     string
		sources  map[string]string
		manifest string
	}{
		{o.runtime, probe.Sources(probe.Package), ""},
		{o.agent, map[string]string{"Agent.java": probe.Agent}, "Premain-Class: " + probe.AgentClass + "\r\nCan-Redefine-Classes: true\r\nBoot-Class-Path: " + filepath.Base(o.runtime) + "\r\n"},
	} {
		base := strings.TrimSuffix(jar.file, ".jar")
		classes := filepath.Join(base, "classes")
		if err := os.MkdirAll(classes, 0o700); err != nil {
			return err
		}
		command := []string{"-nowarn", "-source", "8", "-target", "8", "-encoding", "UTF-8", "-proc:none", "-d", classes}
		for name, text := range jar.sources {
			source := filepath.Join(base, name)
			if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
				return err
			}
			command = append(command, source)
		}
		if err := javac(ctx, "", "", command...); err != nil {
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

// compilerOf is the compiler of a Java home where that has one, else the one on
// the PATH.
func compilerOf(home string) string {
	for _, dir := range []string{home, filepath.Dir(home)} { // Java 8 runs in the JRE below its JDK
		if home == "" {
			break
		}
		if file, err := exec.LookPath(filepath.Join(dir, "bin", "javac")); err == nil {
			return file
		}
	}
	return "javac"
}

// english lets javac speak the language in which what it says is looked for, and
// told with what Beagle says.
const english = "-J-Duser.language=en"

// javac compiles; log keeps what it says.
func javac(ctx context.Context, home, log string, arguments ...string) error {
	compiler := compilerOf(home)
	result, err := launch.Run(ctx, launch.Spec{Name: "javac", Command: append([]string{compiler, english}, arguments...), Output: log})
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
