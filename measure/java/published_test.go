package java

import (
	"archive/zip"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

// Sources that no one here wrote, pinned, fetched by Maven.
func TestPublishedSourcesCompileWithProbesEverywhere(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("takes a minute; set BEAGLE_LONG=1")
	}
	lang := fetch(t, "org.apache.commons:commons-lang3:3.14.0")
	for _, c := range []struct {
		artifact, charset string
		sites             int
	}{
		{"org.apache.commons:commons-text:1.12.0", "ISO-8859-1", 12000},
		{"commons-codec:commons-codec:1.17.1", "UTF-8", 10000},
		{"org.apache.commons:commons-collections4:4.4", "ISO-8859-1", 28000},
	} {
		t.Run(c.artifact, func(t *testing.T) {
			tree, out, classes := t.TempDir(), filepath.Join(t.TempDir(), "probed"), t.TempDir()
			unzip(t, fetch(t, c.artifact+":jar:sources"), tree)
			result, err := InstrumentEverything(context.Background(), tree, out, Compile{Skip: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, note := range result.Notes {
				t.Errorf("a site is lost: %v", note)
			}
			if result.Sites < c.sites {
				t.Errorf("%d sites, want at least %d", result.Sites, c.sites)
			}
			compile(t, out, "-encoding", c.charset, "-cp", lang, "-d", classes)
		})
	}
}

// fetch has Maven bring an artifact and returns its file.
func fetch(t *testing.T, artifact string) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
		"-Dartifact="+artifact, "-DoutputDirectory="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("Maven does not bring %s: %v\n%s", artifact, err, out)
	}
	jars, err := filepath.Glob(filepath.Join(dir, "*.jar"))
	if err != nil || len(jars) != 1 {
		t.Fatalf("%s: %v %v", artifact, jars, err)
	}
	return jars[0]
}

func unzip(t *testing.T, archive, to string) {
	t.Helper()
	reader, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for _, entry := range reader.File {
		if entry.FileInfo().IsDir() || strings.HasPrefix(entry.Name, "META-INF/") {
			continue
		}
		target := filepath.Join(to, filepath.FromSlash(entry.Name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		in, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func compile(t *testing.T, tree string, options ...string) {
	t.Helper()
	command := append([]string{"-nowarn", "-proc:none"}, options...)
	err := filepath.WalkDir(tree, func(path string, entry os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".java") {
			command = append(command, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("javac", command...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%.4000s", err, out)
	}
}
