package java

import (
	"archive/zip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
)

// made are the jars that this process has packed, by their manifests.
var made = struct {
	sync.Mutex
	jars map[string][]byte
}{jars: map[string][]byte{}}

// writeJars compiles and packs the runtime and the agent into these files. The manifest puts the
// latter on the boot class path: when an agent does so itself, the JVM warns in
// the program's output that it shares no classes.
//
// They are the same for every program, and compiling them takes seconds, so a process that
// prepares several programs, or one several times, compiles them once.
func writeJars(ctx context.Context, runtime, agent string) error {
	made.Lock()
	defer made.Unlock()
	for _, jar := range []struct {
		file     string
		sources  map[string]string
		manifest string
	}{
		{runtime, probe.Sources(probe.Package), ""},
		{agent, map[string]string{"Agent.java": probe.Agent}, "Premain-Class: " + probe.AgentClass + "\r\nCan-Redefine-Classes: true\r\nBoot-Class-Path: " + filepath.Base(runtime) + "\r\n"},
	} {
		base := strings.TrimSuffix(jar.file, ".jar")
		if packed := made.jars[jar.manifest]; packed != nil {
			if err := jdk.WriteFile(jar.file, packed); err != nil {
				return err
			}
			continue
		}
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
		if err := jdk.Run(ctx, "", "", command...); err != nil {
			return err
		}
		if err := pack(jar.file, classes, jar.manifest); err != nil {
			return fmt.Errorf("%s cannot be written: %w", jar.file, err)
		}
		packed, err := os.ReadFile(jar.file)
		if err != nil {
			return err
		}
		made.jars[jar.manifest] = packed
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
