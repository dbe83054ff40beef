package jdk

import (
	"archive/zip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

var made = struct {
	sync.Mutex
	jars map[string][]byte
}{jars: map[string][]byte{}}

// Jar compiles sources of ours, by file name, for Java 8, and packs them into a file with these lines of a manifest.
// It compiles in a folder beside the file.
//
// Such jars are the same for every program, and compiling them takes seconds, so a process that prepares several
// programs, or one several times, compiles each once: those with the same manifest are the same.
func Jar(ctx context.Context, jar string, sources map[string]string, manifest string) error {
	made.Lock()
	defer made.Unlock()
	if packed := made.jars[manifest]; packed != nil {
		return WriteFile(jar, packed)
	}
	base := strings.TrimSuffix(jar, ".jar")
	classes := filepath.Join(base, "classes")
	if err := os.MkdirAll(classes, 0o700); err != nil {
		return err
	}
	command := []string{"-nowarn", "-source", "8", "-target", "8", "-encoding", "UTF-8", "-proc:none", "-d", classes}
	for name, text := range sources {
		source := filepath.Join(base, name)
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			return err
		}
		command = append(command, source)
	}
	if err := Run(ctx, "", "", command...); err != nil {
		return err
	}
	if err := pack(jar, classes, manifest); err != nil {
		return fmt.Errorf("%s cannot be written: %w", jar, err)
	}
	packed, err := os.ReadFile(jar)
	if err != nil {
		return err
	}
	made.jars[manifest] = packed
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
