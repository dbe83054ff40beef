package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"beagle/run"
)

// Guess is what a folder without a project file suggests: the wizard starts
// from it, and the person corrects it.
func Guess(dir string) run.Config {
	c := run.Config{
		Project: dir, Output: run.Output{Rate: 1}, Timeout: run.Timeout{Kind: "adaptive"}, Machine: run.Machine{Kind: "local"},
		Measure: run.Measure{Tool: "kieker", Probe: "builtin", Clock: "auto", Delivery: "auto", Precision: 0.05, Budget: run.Duration(30 * time.Second), Launches: 30, Passes: "auto", Keep: run.DefaultKeep}, Seed: 1,
	}
	for _, folder := range []string{"src/main/java", "src/java", "src"} {
		if info, err := os.Stat(filepath.Join(dir, folder)); err == nil && info.IsDir() {
			c.Sources = []string{filepath.Join(dir, folder)}
			break
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "pom.xml")); err == nil {
		c.Build = []string{"mvn", "-q", "-DskipTests", "package"}
	}
	const deep, many = 4, 10_000
	seen := 0
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if seen++; err != nil || seen > many {
			return fs.SkipAll
		}
		relative, _ := filepath.Rel(dir, name)
		switch {
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && relative != "." || entry.Name() == "target" || strings.Count(relative, string(filepath.Separator)) > deep):
			return fs.SkipDir
		case strings.HasSuffix(name, ".calibrated.repository"):
		case c.Model == "" && strings.HasSuffix(name, ".repository"):
			c.Model = name
		case c.Links == "" && (strings.HasSuffix(name, "source_statement_links.xml") || strings.HasSuffix(name, ".links.json")):
			c.Links = name
		}
		return nil
	})
	if c.Model != "" {
		c.Output.File = calibrated(c.Model)
	}
	return c
}
