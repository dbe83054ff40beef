package prepare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"beagle/config"
	"beagle/extract/launches"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/run"
)

// mostDrafts bounds the launches that a person is asked to complete.
const mostDrafts = 4

func undecided(found []launches.Found, cfg *run.Config) (all []launches.Found) {
	for _, f := range found {
		kept := slices.ContainsFunc(cfg.Launch, func(l measure.Launch) bool { return l.Name == f.Launch.Name })
		if f.Source != "" && !kept && (f.Server || f.Reads || f.Wants > 0 || f.Given) && len(all) < mostDrafts {
			all = append(all, f)
		}
	}
	return all
}

func shortened(dir string, cfg *run.Config, drafts []launches.Found) error {
	folder := filepath.Join(filepath.Dir(cfg.Model), launchFolder)
	for i := range cfg.Launch {
		if err := launches.Shorten(&cfg.Launch[i], dir, folder); err != nil {
			return err
		}
	}
	for i := range drafts {
		if err := launches.Shorten(&drafts[i].Launch, dir, folder); err != nil {
			return err
		}
	}
	return nil
}

func propose(file, dir string, drafts []launches.Found) error {
	var list []measure.Launch
	for i := range drafts {
		list = append(list, drafts[i].Draft())
	}
	return config.Propose(file, dir, list, "put in what stands in capitals, take the # away (or add them to launch: below), then: beagle model")
}

func mainsOf(drafts []launches.Found) string {
	var said []string
	for _, f := range drafts {
		what := "wants arguments"
		switch {
		case f.Server:
			what = "is a server, which somebody has to use"
		case f.Given && f.Wants == 0:
			what = "measures nothing as the build runs it"
		}
		said = append(said, fmt.Sprintf("%s (%s) %s", f.Class, safe.Shown(f.Source), what))
	}
	return strings.Join(said, ", ")
}
