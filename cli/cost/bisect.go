package cost

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/cli/setup"
	"beagle/cost/kept"
	"beagle/internal/git"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure/launch"
	"beagle/model"
)

// bisected is what "beagle bisect --output json" prints. Its names are a contract: add, never rename.
type bisected struct {
	Version    int        `json:"version"`
	Good       string     `json:"good"`                 // commit at which all is held
	Bad        string     `json:"bad"`                  // commit that was to be explained
	First      *revision  `json:"first"`                // first commit at which something is broken; null: none was found
	Candidates []revision `json:"candidates,omitempty"` // where nobody can tell which of these it is
	Tried      []revision `json:"tried"`                // in the order in which they were measured
	Changes    []changed  `json:"changes"`              // from the good commit to the first bad one
}

type revision struct {
	Commit  string `json:"commit"`
	Subject string `json:"subject"`
	Outcome string `json:"outcome,omitempty"` // of those that were tried: good, bad or skip
}

// changed is what became of a method's cost.
type changed struct {
	Method string       `json:"method"`
	Before string       `json:"before"` // formula for people
	After  string       `json:"after"`  // formula for people
	Change *kept.Change `json:"change"` // null: none beyond chance at the inputs that are compared
}

type bisecting struct {
	verifyFlags
	good, bad string
}

// NewBisect is the command bisect.
func NewBisect(a *app.App) *cobra.Command {
	var o bisecting
	c := &cobra.Command{
		Use:   "bisect --good COMMIT [DIR] [METHOD...]",
		Short: "Find the commit that made methods slower, or broke a promise",
		Long: `Find the commit that made methods slower, or broke a promise of theirs, by
git bisect. Commits are checked out into a working tree of their own, so that yours
stays as it is.

With METHODs, they are learnt at the good commit as "beagle cost" does it, and a
commit is bad where one is slower by more than chance. Without METHOD a commit is bad
where "beagle verify" says that a promise of its own is broken. A commit that does not
compile, or where nothing can be decided, is skipped.

"beagle history METHOD" shows afterwards what each commit cost that was measured.
The exit code is 4 where skipped commits leave several candidates.`,
		Example: `  beagle bisect --good v1.0 Sorter.sort
  beagle bisect --good v1.0 --bad v1.1 ~/src/shop --trust --output json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return bisect(c.Context(), a, args, &o) },
	}
	o.driving(c)
	set := c.Flags()
	set.StringVar(&o.good, "good", "", "commit at which all was well, as git names it")
	set.StringVar(&o.bad, "bad", "HEAD", "commit at which it is not")
	set.BoolVar(&o.trust, "trust", false, app.TrustUsage)
	_ = c.MarkFlagRequired("good")
	return a.Prints(c, bisected{})
}

func bisect(ctx context.Context, a *app.App, args []string, o *bisecting) error {
	where, methods := ".", args
	if len(args) > 0 {
		if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
			where, methods = args[0], args[1:]
		}
	}
	here, err := git.At(ctx, where)
	if err != nil {
		return err
	}
	if here.Commit == "" {
		return app.Hinted(app.Usage("%s lies in no git repository with a commit, or git is not installed", safe.Line(where)), "name a folder of the project's repository")
	}
	out := bisected{Version: 1, Tried: []revision{}, Changes: []changed{}}
	for _, end := range []struct {
		name string
		to   *string
	}{{o.good, &out.Good}, {o.bad, &out.Bad}} {
		if *end.to, err = git.Ask(ctx, where, "rev-parse", "--verify", "--quiet", "--end-of-options", end.name+"^{commit}"); err != nil {
			return app.Hinted(app.Usage("%s has no commit %s", safe.Line(here.Project), safe.Line(end.name)), "git log --oneline lists commits")
		}
	}
	if base, err := git.Ask(ctx, where, "merge-base", out.Good, out.Bad); err != nil || base != out.Good || out.Good == out.Bad {
		return app.Hinted(app.Usage("the good commit %s is not in the history of %s", safe.Line(o.good), safe.Line(o.bad)), "name one that git log "+safe.Line(o.bad)+" shows")
	}
	if err := prepare.MayRun(ctx, a, prepare.Code{Dir: where, Commands: runs(where), Trust: o.trust, Ordered: len(methods) > 0}); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "beagle-bisect-")
	if err != nil {
		return err
	}
	s := search{bisecting: o, a: a, where: where, tree: filepath.Join(work, "tree"), methods: methods, out: &out}
	s.dir = filepath.Join(s.tree, here.Inside)
	defer s.end(work)
	if err := s.run(ctx); err != nil {
		return err
	}
	if err := s.explain(here.Project); err != nil {
		return err
	}
	if a.JSON() {
		err = a.PrintJSON(out)
	} else {
		_, err = fmt.Fprint(a.Out, out.text(a.Width()))
	}
	if err == nil && out.First == nil && len(out.Candidates) > 0 {
		return app.Exit(app.Partial, nil)
	}
	return err
}

// search is a bisection in a working tree of its own.
type search struct {
	*bisecting
	a       *app.App
	where   string // folder of the project
	tree    string // the working tree
	dir     string // folder of the project in it
	methods []string
	out     *bisected
}

// end removes what the search needed.
func (s *search) end(work string) {
	ctx := context.Background() // also where the search was stopped
	app.Disagree(s.dir)
	_, _ = git.Ask(ctx, s.where, "worktree", "remove", "--force", s.tree)
	for _, folder := range []string{work, driversFolder(setup.CacheDir(), s.dir), filepath.Join(setup.CacheDir(), "classes", nameOf(s.dir))} {
		_ = os.RemoveAll(folder)
	}
	_, _ = git.Ask(ctx, s.where, "worktree", "prune")
}

// run learns the good commit, checks the bad one, and has git search between them.
func (s *search) run(ctx context.Context) error {
	if _, err := git.Ask(ctx, s.where, "worktree", "add", "--quiet", "--detach", s.tree, s.out.Good); err != nil {
		return err
	}
	if err := app.Agree(s.dir); err != nil { // the person's word on the project holds for its commits
		return err
	}
	s.trust = true
	s.a.Say("Good commit %s", git.Short(s.out.Good))
	if err := s.base(ctx); err != nil {
		return err
	}
	if _, err := git.Ask(ctx, s.tree, "checkout", "--quiet", "--detach", s.out.Bad); err != nil {
		return err
	}
	s.a.Say("Bad commit %s", git.Short(s.out.Bad))
	outcome, err := s.outcome(ctx)
	switch {
	case err != nil:
		return err
	case outcome == undecided:
		return app.Exit(app.Partial, model.Problem{
			Severity: model.Error, Rule: "bisect", Message: "nobody can tell whether the bad commit " + git.Short(s.out.Bad) + " is bad", Hint: "measure longer: --for 3m; beagle verify says more",
		})
	case outcome == held:
		return nil
	}
	if _, err := git.Ask(ctx, s.tree, "bisect", "start", s.out.Bad, s.out.Good); err != nil {
		return err
	}
	return s.steps(ctx)
}

// base is the result of the good commit, which later ones are verified against. Without methods the promises must hold there.
func (s *search) base(ctx context.Context) error {
	if len(s.methods) == 0 {
		outcome, err := s.outcome(ctx)
		if err == nil && outcome != held {
			err = model.Problem{
				Severity: model.Error, Rule: "bisect", Message: "at the good commit " + git.Short(s.out.Good) + " the promises are " + outcome, Hint: "name an earlier commit, or methods: beagle bisect --good COMMIT Class.method",
			}
		}
		return err
	}
	quiet, text := s.silent()
	flags := s.flags
	if err := answer(ctx, quiet, append([]string{s.dir}, s.methods...), flags); err != nil {
		return app.Hinted(fmt.Errorf("at the good commit %s: %w", git.Short(s.out.Good), err), "name a commit at which the methods can be learnt, or measure longer: --for 3m")
	}
	s.against, s.only = filepath.Join(filepath.Dir(s.tree), "base.json"), true
	return os.WriteFile(s.against, text.Bytes(), 0o600)
}

// silent is the program with its result in memory.
func (s *search) silent() (*app.App, *bytes.Buffer) {
	var text bytes.Buffer
	return &app.App{In: s.a.In, Out: &text, Err: s.a.Err, Output: app.JSON}, &text
}

// outcome verifies the commit that is checked out.
func (s *search) outcome(ctx context.Context) (string, error) {
	quiet, text := s.silent()
	flags := s.verifyFlags
	err := verify(ctx, quiet, []string{s.dir}, &flags)
	var v verified
	if text.Len() == 0 {
		return undecided, err
	}
	if err := json.Unmarshal(text.Bytes(), &v); err != nil {
		return undecided, err
	}
	switch {
	case v.count(broken) > 0:
		return broken, nil
	case v.count(undecided) > 0:
		return undecided, nil
	}
	return held, nil
}

// steps has git bisect run beagle verify at each commit, and reads git's log.
func (s *search) steps(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	command := []string{"git", "bisect", "run", self, "verify", s.dir, "--bisect", "--trust", "--for", s.lasts.String(), "--seed", strconv.FormatUint(s.seed, 10)}
	if s.against != "" {
		command = append(command, "--only-against", "--against", s.against)
	}
	if s.unsafe {
		command = append(command, "--unsafe")
	}
	if s.classPath != "" {
		command = append(command, "--class-path", s.classPath)
	}
	result, err := launch.Run(ctx, launch.Spec{Name: "git bisect run", Command: command, Dir: s.tree, Wrote: func(text []byte) { _, _ = s.a.Err.Write(text) }})
	if err = errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	log, err := git.Ask(ctx, s.tree, "bisect", "log")
	if err != nil {
		return err
	}
	s.out.read(log)
	if s.out.First == nil && len(s.out.Candidates) == 0 {
		return model.Problem{Severity: model.Error, Rule: "bisect", Message: "git bisect ended without an answer: " + safe.Line(result.Tail), Hint: "the messages above say at which commit"}
	}
	return nil
}

// logged are the lines of git's log that people read: "# bad: [commit] subject".
var logged = regexp.MustCompile(`(?m)^# (good|bad|skip|first bad commit|possible first bad commit): \[([0-9a-f]+)\] ?(.*)$`)

func (b *bisected) read(log string) {
	for _, found := range logged.FindAllStringSubmatch(log, -1) {
		r := revision{Commit: found[2], Subject: found[3]}
		switch found[1] {
		case "first bad commit":
			b.First = &r
		case "possible first bad commit":
			b.Candidates = append(b.Candidates, r)
		default:
			r.Outcome = found[1]
			b.Tried = append(b.Tried, r)
		}
	}
}

// explain says how the costs of methods at the first bad commit differ from those at the good one.
func (s *search) explain(project string) error {
	if s.out.First == nil {
		return nil
	}
	all, err := kept.Of(project)
	if err != nil {
		return err
	}
	for i := range all {
		results := all[i].Results
		at := func(commit string) int {
			return slices.IndexFunc(results, func(r kept.Result) bool { return r.Commit == commit })
		}
		if before, after := at(s.out.Good), at(s.out.First.Commit); before >= 0 && after >= 0 {
			s.out.Changes = append(s.out.Changes, changed{all[i].Method, results[before].Formula, results[after].Formula, kept.Between(&results[before], &results[after])})
		}
	}
	return nil
}

func (b *bisected) text(width int) string {
	s := &app.Sheet{Width: width}
	switch {
	case b.First != nil:
		s.Fold(fmt.Sprintf("first bad commit: %s %s", git.Short(b.First.Commit), safe.Line(b.First.Subject)), 2)
	case len(b.Candidates) > 0:
		s.Fold(fmt.Sprintf("one of %d commits, which were skipped:", len(b.Candidates)), 2)
		for _, r := range b.Candidates {
			s.Fold("  "+git.Short(r.Commit)+" "+safe.Line(r.Subject), 4)
		}
	default:
		s.Fold(fmt.Sprintf("nothing got worse from %s to %s", git.Short(b.Good), git.Short(b.Bad)), 2)
	}
	for _, c := range b.Changes {
		s.Fold("  "+safe.Line(c.Method), 4)
		if c.Change != nil {
			s.Fold("  "+safe.Line(c.Change.Words()), 4)
		}
		s.Fold("  before: "+safe.Line(c.Before), 4)
		s.Fold("  since:  "+safe.Line(c.After), 4)
	}
	if len(b.Tried) > 0 {
		s.Fold("tried: "+quantity.Plural(len(b.Tried), "commit", "commits"), 2)
	}
	return strings.TrimRight(s.String(), "\n") + "\n"
}
