package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"beagle/model"
	"beagle/run"
)

// Entries lists all settings of an analysis in the order in which people read them.
func Entries(c run.Config) []run.Setting {
	c = asSaved(c)
	all := make([]run.Setting, len(settings))
	for i := range settings {
		s := &settings[i]
		all[i] = run.Setting{
			Key: s.name, Doc: s.doc, Words: s.words, Choices: s.choices(), Path: s.words == path.words || s.words == paths.words,
			Value: s.given.shown(s.value(&c, c.Project)), Default: s.given.shown(s.plain),
		}
		for _, one := range own {
			if strings.HasPrefix(s.name, one.begins) {
				all[i].Off = one.belong + " into your own settings, never into a project's; \"beagle paths\" says where these are"
			}
		}
	}
	return all
}

func (g given) shown(value any) string {
	if value == nil {
		return ""
	}
	return g.inline(value)
}

func (s *setting[O]) choices() (all []string) {
	switch words := s.schema["enum"].(type) {
	case []string:
		return words
	case []any:
		for _, word := range words {
			all = append(all, fmt.Sprint(word))
		}
	}
	if s.schema["type"] == "boolean" {
		return []string{"true", "false"}
	}
	return all
}

// defaultLimit is the limit of a constant timeout that was given none.
const defaultLimit = run.Duration(10 * time.Minute)

// Change is an analysis with one of its settings as a text says, which is written as flags take it; empty: the
// default. What a setting leaves no room for gives way, as it does between files; what then does not fit together is
// an error.
func Change(c run.Config, name, text string) (run.Config, error) {
	s := &Settings{layer: layer{config: asSaved(c), origin: map[string]string{}}}
	if name == "timeout.limit" && text != "" && c.Timeout.Kind != "constant" {
		return c, errors.New("a limit belongs to a constant timeout: change timeout.kind first")
	}
	if row := settings.find(name); strings.TrimSpace(text) == "" && row != nil {
		row.begin(&s.config)
	} else if err := s.setIn(c.Project, name, strings.TrimSpace(text), name); err != nil {
		return c, unprefixed(err, name)
	}
	changed := &s.config
	switch {
	case changed.Timeout.Kind != "constant":
		changed.Timeout.Limit = 0
	case changed.Timeout.Limit == 0:
		changed.Timeout.Limit = defaultLimit
	}
	nowhere := &Settings{} // the person sees which setting it is
	before := nowhere.check(&c)
	for _, wrong := range nowhere.check(changed) {
		if !slices.ContainsFunc(before, func(p model.Problem) bool { return p.Message == wrong.Message }) {
			return c, errors.New(wrong.Message)
		}
	}
	if changed.Output.File == "" && !changed.Output.InPlace && changed.Model != "" {
		changed.Output.File = run.Calibrated(changed.Model)
	}
	return *changed, nil
}

func unprefixed(err error, name string) error {
	var all SettingErrors
	if errors.As(err, &all) && len(all) > 0 {
		err = errors.New(all[0].Message)
	}
	var one model.Problem
	if errors.As(err, &one) {
		err = errors.New(one.Message)
	}
	return errors.New(strings.TrimPrefix(err.Error(), name+": "))
}
