package java

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"beagle/measure"
	"beagle/model"
)

// Options say what is measured and how.
type Options struct {
	Project string    // folder of the program: relative commands run in its copy
	Sources []string  // source folders; not needed where links name files
	Build   []string  // command that builds an instrumented copy; empty: the program is built, its classes are overlaid
	Probe   string    // "builtin" or "kieker"; empty: builtin
	Clock   string    // "cpu" or "wall"; empty: cpu
	WorkDir string    // folder for the copy, the build and the records; it is created
	Kieker  string    // jar of Kieker, or its version on Maven Central; empty: the default
	Log     io.Writer // progress in words; may be nil

	Delivery string           // Overlay or Copy; empty: chosen, see Choose
	Launches []measure.Launch // that will be asked for, as far as they are known: they say where classes are
}

// NewTool makes a measurement tool for Java programs.
func NewTool(options Options) measure.Tool { return &tool{options} }

type tool struct{ Options }

func (t *tool) Name() string { return "java" }

// Prepare rewrites the sources. Then either a copy of the project gets them and
// is built, or the classes that the program has are overlaid at the first launch.
func (t *tool) Prepare(ctx context.Context, order measure.Order) (measure.Preparation, error) {
	work, err := filepath.Abs(t.WorkDir)
	if err != nil {
		return nil, err
	}
	project, err := filepath.Abs(t.Project)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(work, 0o700); err != nil {
		return nil, fmt.Errorf("the work folder cannot be made: %w", err)
	}
	var through *kiekerProbe
	if t.Probe == "kieker" {
		if through, err = prepareKieker(ctx, t.Options, work); err != nil {
			return nil, err
		}
	}
	t.say("instrumenting")
	result := rewrite(order, t.Clock != "wall")
	if len(result.files) == 0 {
		return nil, errors.Join(append([]error{errors.New("nothing can be measured: no section could be instrumented")}, asErrors(result.notes)...)...)
	}
	p := &preparation{
		options: t.Options, project: project, work: work, order: order,
		kieker: through, instrumented: result,
	}
	choice, err := t.choose(&result)
	if err != nil {
		return nil, err
	}
	if choice.Delivery == Overlay {
		why := p.overlaid(ctx)
		if why == nil || len(t.Build) == 0 || t.Delivery == Overlay || ctx.Err() != nil {
			p.notes = append(p.notes, choice.problem())
			return p, why
		}
		choice = Choice{Copy, asProblem(why).Message}
		p.overlay, p.instrumented = nil, rewrite(order, t.Clock != "wall")
	}
	p.notes = append(p.notes, choice.problem())
	t.say(choice.String())
	return p, p.copied(ctx)
}

// overlaid prepares the program as it is built; an error says why that cannot be.
// Where a copy could be built instead, nothing may be left out.
func (p *preparation) overlaid(ctx context.Context) error {
	p.overlay = newOverlay(filepath.Join(p.work, "overlay"))
	p.copy = filepath.Join(p.overlay.folder, "src")
	if err := os.RemoveAll(p.overlay.folder); err != nil {
		return err
	}
	if err := p.write(); err != nil {
		return err
	}
	if len(p.options.Build) == 0 || p.options.Delivery == Overlay {
		return nil // the first launch says where the classes are
	}
	for i := range p.options.Launches {
		if err := p.overlay.prepare(ctx, p, &p.options.Launches[i]); err != nil {
			return err
		}
	}
	return nil
}

// copied makes the instrumented copy, and builds it.
func (p *preparation) copied(ctx context.Context) error {
	p.copy = filepath.Join(p.work, "copy", filepath.Base(p.project))
	p.options.say("copying " + p.project)
	if err := copyTree(ctx, p.project, p.copy, p.work, true); err != nil {
		return err
	}
	if err := p.write(); err != nil {
		return err
	}
	return p.build(ctx)
}

func (o *Options) say(text string) {
	if o.Log != nil {
		fmt.Fprintln(o.Log, text)
	}
}

// preparation is an instrumented and built copy.
type preparation struct {
	options Options
	project string
	work    string
	copy    string
	order   measure.Order
	overlay *overlay     // nil: a copy is built and run
	kieker  *kiekerProbe // nil: Beagle's own probes record
	instrumented
	everywhere *everywhere // nil: the probes are those of the order

	mu        sync.Mutex
	listening listener // of the latest launch
}

// Notes implements measure.Preparation.
func (p *preparation) Notes() []model.Problem { return p.notes }

// Close removes the copy.
func (p *preparation) Close() error { return os.RemoveAll(filepath.Dir(p.copy)) }

// write puts the rewritten files and the runtime into the copy.
func (p *preparation) write() error {
	for _, file := range p.files {
		target, err := p.inCopy(file.path)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		data := file.Encode(file.text)
		if p.overlay != nil { // which we compile ourselves
			data = []byte(file.text)
		}
		if err := os.WriteFile(target, data, 0o600); err != nil {
			return fmt.Errorf("the instrumented source cannot be written: %w", err)
		}
	}
	if p.overlay != nil { // its runtime is loaded by the agent
		return nil
	}
	return p.runtimes.write(p.inCopy)
}

// inCopy is the place in the copy of a file of the project.
func (p *preparation) inCopy(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	relative, err := filepath.Rel(p.project, path)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return "", model.Problem{
			Severity: model.Error, File: path, Message: "the source lies outside of the project folder " + p.project,
			Hint: "run Beagle in the folder that holds all sources", Rule: "instrument",
		}
	}
	return filepath.Join(p.copy, relative), nil
}

// arguments lets arguments that name files of the project name those of the copy.
func (p *preparation) arguments(command []string) []string {
	if p.overlay != nil {
		return command
	}
	mapped := make([]string, len(command))
	for i, argument := range command {
		mapped[i] = argument
		if i > 0 && strings.Contains(argument, p.project) {
			parts := strings.Split(argument, string(filepath.ListSeparator))
			for k, part := range parts {
				if rest, ok := strings.CutPrefix(part, p.project); ok && (rest == "" || rest[0] == filepath.Separator) {
					parts[k] = p.copy + rest
				}
			}
			mapped[i] = strings.Join(parts, string(filepath.ListSeparator))
		}
	}
	return mapped
}

func asProblem(err error) model.Problem {
	var p model.Problem
	if errors.As(err, &p) {
		return p
	}
	return model.Problem{Severity: model.Error, Message: err.Error(), Rule: "instrument"}
}

func asErrors(problems []model.Problem) []error {
	list := make([]error, len(problems))
	for i, p := range problems {
		list[i] = p
	}
	return list
}
