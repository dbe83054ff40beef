package java

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/model"
)

// Instrumented reports what instrumenting a tree did.
type Instrumented struct {
	Files int             // rewritten
	Sites int             // that got probes
	Table probe.Table     // what the probes' numbers mean
	Notes []model.Problem // sections that were widened, narrowed, moved or refused
	Lost  int             // sites that got probes, and lost them again because they do not compile
	Tried Tried           // whether the result compiles

	Env    map[string]string // of an overlay: what its agent works on
	Option string            // of an overlay: the option of java that loads it
}

// Instrument copies a project, writes the instrumented sources of an order into
// the copy, and stops: for people to look at. What c says is used to see whether
// the result compiles; probes that it does not compile with are taken back.
func Instrument(ctx context.Context, project string, order measure.Order, clock, out string, c Compile) (result Instrumented, err error) {
	p := &preparation{options: Options{Clock: clock}, instrumented: rewrite(order, clock != "wall")}
	err = p.inNewCopy(ctx, project, out, func() error {
		if err := p.write(); err != nil {
			return err
		}
		tried, err := p.try(ctx, c)
		result = p.result()
		result.Tried = tried
		return err
	})
	return result, err
}

// inNewCopy copies a project into a new folder and goes on there. What fails
// leaves no folder behind.
func (p *preparation) inNewCopy(ctx context.Context, project, out string, goOn func() error) (err error) {
	if p.project, err = filepath.Abs(project); err != nil {
		return err
	}
	if info, err := os.Stat(p.project); err != nil || !info.IsDir() {
		return model.Problem{Severity: model.Error, File: p.project, Message: "there is no such folder", Hint: "name the folder of a project with Java sources"}
	}
	if p.copy, err = filepath.Abs(out); err != nil {
		return err
	}
	undo, err := newFolder(p.copy)
	if err != nil {
		return err
	}
	defer undo(&err)
	if err := copyTree(ctx, p.project, p.copy, p.copy, true); err != nil {
		return err
	}
	return goOn()
}

// result counts what a preparation put into the files of an order.
func (p *preparation) result() Instrumented {
	result := Instrumented{Table: p.table, Notes: p.notes, Lost: p.lost}
	for _, file := range p.files {
		if file.sites > 0 {
			result.Files++
			result.Sites += file.sites
		}
	}
	return result
}

// InstrumentOverlay writes what an overlay replaces in the program as it is built,
// and stops: the rewritten sources, their classes, and the agent that loads them.
// Where the class path is not in the command of the first launch, that is run
// once.
func InstrumentOverlay(ctx context.Context, o Options, order measure.Order, out string) (result Instrumented, err error) {
	if len(o.Launches) == 0 {
		return result, model.Problem{
			Severity: model.Error, Rule: "no-launch", Message: "no launch configuration says where the program's classes are", Hint: "add one under launch: in beagle.yaml",
		}
	}
	if out, err = filepath.Abs(out); err != nil {
		return result, err
	}
	undo, err := newFolder(out)
	if err != nil {
		return result, err
	}
	defer undo(&err)
	o.Build = nil
	p := &preparation{options: o, order: order, overlay: newOverlay(out), copy: filepath.Join(out, "src"), instrumented: rewrite(order, o.Clock != "wall")}
	if p.project, err = filepath.Abs(o.Project); err != nil {
		return result, err
	}
	if err := p.write(); err != nil {
		return result, err
	}
	if len(p.files) > 0 {
		if err := p.overlay.prepare(ctx, p, &o.Launches[0]); err != nil {
			return result, err
		}
	}
	result = p.result()
	result.Option = "-javaagent:" + p.overlay.agent + "=swap"
	result.Env = map[string]string{probe.EnvAgent: p.overlay.classes, probe.EnvTable: strconv.FormatInt(p.table.Hash(), 10)}
	return result, nil
}

// newFolder makes a folder; one that holds something is not touched. Where what
// is to be written there fails, undo takes away what is there by then, so that the
// same command can be given again.
func newFolder(path string) (undo func(failed *error), err error) {
	entries, err := os.ReadDir(path)
	made := os.IsNotExist(err)
	switch {
	case made:
		err = os.MkdirAll(path, 0o755)
	case len(entries) > 0:
		err = model.Problem{
			Severity: model.Error, File: path, Rule: "instrument",
			Message: "the folder is not empty", Hint: fmt.Sprintf("name a new folder, or remove %s first", path),
		}
	}
	return func(failed *error) {
		if *failed == nil {
			return
		}
		entries, _ := os.ReadDir(path)
		for _, entry := range entries {
			_ = os.RemoveAll(filepath.Join(path, entry.Name()))
		}
		if made {
			_ = os.Remove(path)
		}
		var p model.Problem
		if errors.As(*failed, &p) && strings.HasPrefix(p.File, path+string(filepath.Separator)) {
			p.File = "" // a log that is gone; its end is in the message
			*failed = p
		}
	}, err
}
