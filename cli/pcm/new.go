package pcm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/extract/write"
	"beagle/internal/safe"
	"beagle/internal/yamltree"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/pcm"
)

func newNew(a *app.App) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "new MODEL.yaml --out FILE.repository",
		Short: "Make a model of a few lines of text",
		Long: `Make a model of a few lines of text: components, their services with parameters,
and in each the steps work, call, loop and branch. Unknown values get placeholders
that simulate, and are learnt later. Beside the .repository the other four files of a
model are written. Files that are there are not overwritten.`,
		Example: "beagle pcm new shop.yaml --out shop.repository",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			const end = ".repository"
			name, ok := strings.CutSuffix(filepath.Base(out), end)
			if !ok || name == "" {
				return app.Usage("--out names the model: a file ending in %s", end)
			}
			data, err := safe.ReadFile(args[0], yamltree.MaxBytes+1)
			if err != nil {
				return model.Problem{Severity: model.Error, File: args[0], Message: "the text cannot be read: " + safe.Cause(err).Error()}
			}
			files, err := modelOf(args[0], name, data)
			if err != nil {
				return err
			}
			return placeNew(a, filepath.Dir(out), files)
		},
	}
	c.Flags().StringVar(&out, "out", "", "the new .repository")
	_ = c.MarkFlagRequired("out")
	return c
}

type newFile struct {
	name string
	data []byte
}

func modelOf(file, name string, data []byte) ([]newFile, error) {
	m, values, err := write.FromText(file, name, data)
	if err != nil {
		return nil, err
	}
	repository := name + ".repository"
	r, err := pcm.Parse(repository, write.Repository(m))
	if err != nil {
		return nil, err
	}
	written, err := valued(r, file, values)
	if err != nil {
		return nil, err
	}
	return []newFile{
		{repository, written},
		{name + ".system", write.System(m, repository)},
		{name + ".resourceenvironment", write.Environment(m)},
		{name + ".allocation", write.Allocation(m, name+".system", name+".resourceenvironment")},
		{name + ".usagemodel", write.Usage(m, repository, name+".system")},
	}, nil
}

func valued(r *pcm.Repository, file string, values []write.Value) ([]byte, error) {
	var changes []adapter.Change
	for _, v := range values {
		change, err := r.ChangeFor(v.ID, strings.TrimSpace(v.Text))
		if err != nil {
			p := model.AsProblem(err, "model-text")
			p.File, p.Line = file, v.Line
			return nil, p
		}
		for _, p := range r.CheckChange(change) {
			if p.Severity == model.Error {
				return nil, model.Problem{
					Severity: p.Severity, Rule: p.Rule, File: file, Line: v.Line,
					Message: fmt.Sprintf("%s cannot be read: %s", strconv.Quote(strings.TrimSpace(v.Text)), p.Message), Hint: "nothing was written",
				}
			}
		}
		changes = pcm.Merge(changes, change)
	}
	return r.Apply(changes)
}

// placeNew writes the files of a new model: none where one of them is there.
func placeNew(a *app.App, folder string, files []newFile) error {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = filepath.Join(folder, f.name)
		if _, err := os.Lstat(paths[i]); !errors.Is(err, fs.ErrNotExist) {
			return app.Hinted(app.Usage("%s is there already", safe.Line(paths[i])), "name another file, or remove it")
		}
	}
	for i, f := range files {
		if _, err := safe.WriteFile(paths[i], f.data, safe.WriteOptions{}); err != nil {
			return err
		}
	}
	if a.JSON() {
		return a.PrintJSON(map[string]any{"written": paths})
	}
	a.Say("Wrote %s and the other four files of the model.", safe.Line(paths[0]))
	return nil
}
