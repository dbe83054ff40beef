package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"beagle/internal/safe"
	"beagle/internal/yamltree"
	"beagle/run"
)

// Save writes a run's settings into a project file. Of a file that is there already only the settings that differ are
// changed: comments and order stay. The file is replaced in one step, so that it is never half-written.
func Save(file string, c run.Config) error {
	old, err := safe.ReadFile(file, yamltree.MaxBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err := merge(old, file, c)
	if err != nil {
		return err
	}
	if _, err = safe.WriteFile(file, text, safe.WriteOptions{}); err != nil {
		return err
	}
	return WriteSchema(file, text)
}

func merge(old []byte, file string, c run.Config) ([]byte, error) {
	present := run.Config{}
	settings.begin(&present)
	if len(bytes.TrimSpace(old)) > 0 {
		l, err := parse(safe.Shown(file), c.Project, old)
		if err != nil {
			return nil, fmt.Errorf("the file is not changed, because it cannot be read: %w", err)
		}
		present = asConfig(l, file)
	}
	now, want := asSaved(present), asSaved(c)
	for _, one := range []*run.Config{&now, &want} { // what projects cannot choose, see own
		one.Extensions, one.NATS = nil, run.NATS{}
	}
	blocks, head := split(old)
	if len(old) == 0 {
		head = SchemaLine
	}
	for _, top := range settings.below("") {
		value := settings.tree(&want, c.Project, top)
		if reflect.DeepEqual(settings.tree(&now, c.Project, top), value) {
			continue
		}
		text := ""
		if value != nil {
			text = emit("", top, value)
		}
		i := slices.IndexFunc(blocks, func(b block) bool { return b.key == top })
		switch {
		case i < 0 && text != "":
			blocks = append(blocks, block{top, text})
		case i >= 0:
			blocks[i].text = text
		}
	}
	for _, b := range blocks {
		head += b.text
	}
	return []byte(head), nil
}

func asConfig(l layer, file string) run.Config {
	s := &Settings{File: file, layer: defaults()}
	s.add(l)
	c, err := s.Config()
	_ = err // what is missing comes with the new values
	return c
}

func asSaved(c run.Config) run.Config {
	if c.Output.InPlace || c.Output.File == run.Calibrated(c.Model) {
		c.Output.File = ""
	}
	return c
}

type block struct{ key, text string }

func split(text []byte) (blocks []block, head string) {
	file, err := yamltree.Parse(text)
	if err != nil || len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, string(text)
	}
	if m, ok := file.Docs[0].Body.(*ast.MappingNode); ok && m.IsFlowStyle {
		return nil, ""
	}
	entries, ok := yamltree.Mapping(file.Docs[0].Body)
	if !ok {
		return nil, ""
	}
	lines := strings.SplitAfter(string(text), "\n")
	start := len(lines)
	for i, entry := range slices.Backward(entries) {
		line := min(yamltree.Line(entry.Key)-1, start)
		// Comments right above the key belong to it.
		for line > 0 && strings.HasPrefix(strings.TrimSpace(lines[line-1]), "#") && i > 0 {
			line--
		}
		blocks = append(blocks, block{yamltree.Key(entry), ended(strings.Join(lines[line:start], ""))})
		start = line
	}
	slices.Reverse(blocks)
	return blocks, ended(strings.Join(lines[:start], ""))
}

func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
