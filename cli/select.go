package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

func (f *settingFlags) addSelect(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.choice, "select", nil,
		"measure only these: names of components or services, ids of SEFF elements; component:, service: or element: in front says which; unlearnt: all without a value")
}

func (f *settingFlags) chosen(a *app.App, c *cobra.Command, args []string) (run.Config, error) {
	cfg, err := f.config(a, c, args)
	if err != nil {
		return cfg, err
	}
	err = selectOnly(&cfg, f.choice)
	return cfg, err
}

func selectOnly(cfg *run.Config, choice []string) error {
	if len(choice) == 0 {
		return nil
	}
	m, err := adapter.Read(cfg.Model)
	if err != nil {
		return err
	}
	elements := m.Elements()
	cfg.Select = run.Selection{}
	for _, one := range choice {
		if one == "unlearnt" {
			cfg.Select.Unlearnt = true
			continue
		}
		word, name, named := strings.Cut(one, ":")
		if !named {
			word, name = "", one
		}
		found := false
		for _, kind := range selections(&cfg.Select) {
			if (word == "" || word == kind.word) && slices.ContainsFunc(elements, func(e model.Element) bool { return slices.Contains(kind.names(&e), name) }) {
				*kind.into = append(*kind.into, name)
				found = true
				break
			}
		}
		if !found {
			return app.Hinted(app.Usage("--select %s: the model has nothing of that name", safe.Line(one)), known(elements))
		}
	}
	return nil
}

type selection struct {
	word  string
	into  *[]string
	names func(*model.Element) []string
}

func selections(s *run.Selection) []selection {
	return []selection{
		{"element", &s.Elements, func(e *model.Element) []string { return []string{string(e.ID), e.PCMID} }},
		{"component", &s.Components, func(e *model.Element) []string { return []string{e.Component} }},
		{"service", &s.Services, func(e *model.Element) []string { return []string{e.Service, e.SEFF} }},
	}
}

func known(elements []model.Element) string {
	var names []string
	for i := range elements {
		if name := safe.Line(elements[i].Component); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return "Its components are " + strings.Join(quantity.Some(names, 8), ", ") + "; \"beagle pcm list\" shows all elements."
}
