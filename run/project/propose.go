package project

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/links"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
	"beagle/run"
)

// Link is where an element lies in the sources.
type Link = links.Entry

// NotFound is an element of which it is not known where it lies, and why.
type NotFound = links.Unmatched

// LinkProposal is where the elements of a model without links seem to lie in the source. A person must confirm it
// before anything is measured by it.
type LinkProposal struct {
	Links     []Link          // in the order of the sources, each with its confidence
	File      string          // where Save writes: a new file beside the model
	Problems  []model.Problem // sources that could not be read
	Unmatched []NotFound

	model string // SHA-256
}

// ProposeLinks matches the model's services with the methods of the sources, and their steps with statements.
func ProposeLinks(cfg run.Config) (*LinkProposal, error) {
	m, err := adapter.Read(cfg.Model)
	if err != nil {
		return nil, err
	}
	sources := language.NewSources(cfg.Sources)
	methods, problems := sources.All()
	matches, unmatched := links.Propose(m, methods)
	mapping := links.NewMapping(m, matches, sources)
	slices.SortStableFunc(mapping.Links, func(a, b links.Entry) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.First.Offset, b.First.Offset))
	})
	return &LinkProposal{Links: mapping.Links, File: linksFile(cfg.Model), Problems: problems, Unmatched: unmatched, model: mapping.Model}, nil
}

// Save writes the links that a person confirmed as a mapping of ours; keep says which, by index.
func (p *LinkProposal) Save(keep func(int) bool) error {
	confirmed := links.Mapping{Version: 1, Model: p.model}
	for i, e := range p.Links {
		if keep(i) {
			e.Why = fmt.Sprintf("%s; confirmed at a confidence of %.0f %%", e.Why, 100*e.Confidence)
			e.Confidence = 1
			confirmed.Links = append(confirmed.Links, e)
		}
	}
	if _, err := os.Lstat(p.File); err == nil {
		return model.Problem{
			Severity: model.Error, Rule: "links", File: p.File, Message: "the file has appeared meanwhile, so the links were not written",
			Hint: "look at it, then go on; another name is chosen then",
		}
	}
	return links.WriteMapping(p.File, &confirmed)
}

func linksFile(path string) string {
	base := strings.TrimSuffix(path, filepath.Ext(path))
	file := base + ".links.json"
	for i := 2; ; i++ {
		if _, err := os.Lstat(file); err != nil {
			return file
		}
		file = fmt.Sprintf("%s-%d.links.json", base, i)
	}
}

func linkHint(c *run.Config) string {
	const name = "name the file of source statement links as links: in beagle.yaml"
	if len(c.Sources) == 0 {
		return name
	}
	command := "beagle pcm links " + quoted(fromProject(c, c.Model))
	for _, folder := range c.Sources {
		command += " --source " + quoted(fromProject(c, folder))
	}
	file := linksFile(c.Model)
	return fmt.Sprintf("%s; without one, run %s --out %s, look at what it found, and name %s as links:; the wizard offers the same",
		name, command, quoted(fromProject(c, file)), fromProject(c, file))
}

func fromProject(c *run.Config, path string) string {
	if relative, err := filepath.Rel(c.Project, path); err == nil && c.Project != "" && !strings.HasPrefix(relative, "..") {
		return relative
	}
	return path
}

func quoted(word string) string {
	if strings.ContainsAny(word, " \t\n'\"\\$&;|<>()*?[]#~`!{}") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
