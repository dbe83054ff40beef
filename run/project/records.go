package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
)

// launches are those of an analysis.
func launches(c *run.Config) (all []measure.Launch, err error) {
	if len(c.Measure.Records) == 0 {
		return seeded(c.Launch, c.Seed), nil
	}
	if c.Recorded() {
		return nil, model.Problem{
			Severity: model.Error, Rule: "records", Message: "measure.logs and measure.records exclude each other",
			Hint: "learn from one of them, then from the other with beagle run --merge",
		}
	}
	for _, root := range c.Measure.Records {
		fail := func(message, hint string) error {
			return model.Problem{Severity: model.Error, Rule: "records", File: root, Message: message, Hint: hint}
		}
		if _, err := os.Stat(root); err != nil {
			return nil, fail("these records do not exist or cannot be read", "correct measure.records in beagle.yaml, or --records")
		}
		var files []string
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() && (path == root || strings.HasSuffix(path, ".beagle")) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, fail("the folder of records cannot be read: "+err.Error(), "")
		}
		if len(files) == 0 {
			return nil, fail("there are no records in this folder (files named .beagle)", "start the program as beagle instrument says, with BEAGLE_OUT naming this folder")
		}
		slices.Sort(files)
		for _, file := range files {
			all = append(all, measure.Launch{Name: nameOf(root, file), Records: file})
		}
	}
	return all, nil
}

func nameOf(root, file string) string {
	if name, err := filepath.Rel(filepath.Dir(root), file); err == nil {
		return name
	}
	return file
}

// seeded are launches whose requests come by the seed of the run.
func seeded(launches []measure.Launch, seed uint64) []measure.Launch {
	all := slices.Clone(launches)
	for i, l := range all {
		if l.Workload != nil {
			with := *l.Workload
			with.Seed, all[i].Workload = seed, &with
		}
	}
	return all
}
