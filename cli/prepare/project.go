// Package prepare makes a Java project ready to be measured that has no model or no
// launches yet: it extracts a model, finds and tries launches, and saves what it
// found in beagle.yaml.
package prepare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/cli/app"
	cliextract "beagle/cli/extract"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/extract"
	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/java/copied"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
	"beagle/tui/plain"
	"beagle/tui/words"
)

// launchFolder is where beside the model is what launches of tests read.
const launchFolder = "launch"

// Project extracts a model where the project has none, or its sources have changed
// since, and saves what was found in its beagle.yaml. With ask a person decides what
// the components are, the first time.
func Project(ctx context.Context, a *app.App, dir string, ask bool) (again bool, err error) {
	var cfg run.Config
	writes := false // somebody has said what is written
	settings, err := config.Load(config.Options{Project: dir, UserFile: setup.UserFile(), Env: os.Environ()})
	var missing *config.MissingError
	switch {
	case err == nil:
		var problems config.SettingErrors
		writes = slices.ContainsFunc(settings.All(), func(s config.Setting) bool { return s.Key == "judge.write" && s.Origin != "" && s.Origin != "default" })
		if cfg, err = settings.Config(); err != nil && !errors.As(err, &problems) {
			return false, err
		}
	case errors.As(err, &missing):
		cfg, _ = config.Guess(dir, "")
		cfg.Build = nil // the launches say what has to be built
	default:
		return false, err
	}
	again, err = edited(ctx, &cfg)
	untried := false // launches were written to a model of ours since it was extracted
	if err == nil && cfg.Model != "" && len(cfg.Launch) > 0 {
		untried, err = extract.Untried(cfg.Model)
	}
	if err != nil || !again && !untried && cfg.Model != "" && len(cfg.Launch) > 0 {
		return false, err
	}
	folder := folderFor(dir)
	if again || untried {
		folder = filepath.Dir(cfg.Model)
	}
	step, end := a.Steps()
	err = extracted.AskGradle(ctx, dir, step)
	end()
	if err != nil {
		a.Warn(model.Problem{
			Severity: model.Warning, Rule: "class-path", File: dir, Message: "the build cannot say its class paths: " + err.Error(),
			Hint: "libraries are taken that the build files write out, and tests are run by the build",
		})
	}
	r, err := extract.Extract(ctx, extract.Options{Dir: dir, Cache: setup.CacheDir(), Folder: folder, Choices: cliextract.Choices(cfg.Extract), Say: step})
	end()
	if err != nil {
		return false, err
	}
	fresh := cfg.Model == "" || again || untried
	if ask && cfg.Model == "" {
		if r, err = cliextract.Decide(ctx, r); err != nil {
			return false, err
		}
		cliextract.Keep(&cfg.Extract, r)
	}
	if fresh {
		w, err := r.Write(folder)
		if err != nil {
			return false, err
		}
		if c := w.Changes; c != nil && again {
			a.Say("%s", changed(c))
		}
		if cfg.Model == "" && !writes {
			cfg.Quality.Write = run.WriteMeans
			a.Say("%s", words.Means)
		}
		cfg.Model, cfg.Links, cfg.Sources = w.Repository, w.Links, r.Project.Folders()
		cfg.Output.InPlace, cfg.Output.File = true, "" // it is Beagle's own, and the other files name it
		a.WarnAll(findingsOf(r))
		a.Say("Extracted %d components by %s into %s", len(r.Model.Components), r.Rule, safe.Shown(filepath.Dir(w.Repository)))
	}
	file := filepath.Join(dir, config.FileName)
	own := len(cfg.Launch) > 0
	found, err := launches.Find(ctx, r.Project)
	if err != nil {
		return false, err
	}
	proposes := len(cfg.Build) == 0 && !own
	if proposes {
		cfg.Build = launches.Build(r.Project, found)
	}
	t := trial{App: a, cfg: &cfg, file: file, project: r.Project, found: found, own: own, clock: clock{busy: launch.Crowded}, tries: project.Trial}
	if !own {
		cfg.Launch = proposed(found)
	}
	t.divides = cfg.Extract.By == "" && len(cfg.Extract.Components) == 0
	if t.divides {
		cfg.Extract.By = r.Rule
	}
	if len(cfg.Launch) > 0 {
		cfg.Build, err = built(ctx, a, dir, cfg.Build, proposes)
		if err != nil {
			return false, errors.Join(err, config.Save(file, cfg))
		}
		if !own {
			if t.direct, err = launches.Look(ctx, r.Project, found, filepath.Join(filepath.Dir(cfg.Model), launchFolder)); err != nil {
				a.Warn(model.AsProblem(err, "tests"))
			}
			t.direct.Take(found)
			found = t.onlyBuilt()
			cfg.Launch = proposed(found)
		}
		if fresh { // else it is somebody else's model
			t.judging = r
		}
		if len(cfg.Launch) > 0 { // the build may make none of them
			if err := t.try(ctx); err != nil {
				return false, err
			}
		}
	}
	drafts := undecided(found, &cfg)
	if own {
		drafts = nil
	} else if err := shortened(dir, &cfg, drafts); err != nil {
		return false, err
	}
	if err := config.Save(file, cfg); err != nil {
		return false, err
	}
	a.Say("Saved what was found in %s", safe.Shown(file))
	if len(drafts) > 0 {
		if err := propose(file, dir, drafts); err != nil {
			return false, err
		}
	}
	if len(cfg.Launch) == 0 {
		return false, noLaunch(file, drafts, append(t.tried.idle, t.unbuilt...))
	}
	if len(drafts) > 0 {
		a.Say("%s: their launches stand there as comments to complete", mainsOf(drafts))
	}
	return again, nil
}

// mostDrafts bounds the launches that a person is asked to complete.
const mostDrafts = 4

// undecided are the classes with main that are no launch, since somebody has to say their
// arguments, or to use them.
func undecided(found []launches.Found, cfg *run.Config) (all []launches.Found) {
	for _, f := range found {
		kept := slices.ContainsFunc(cfg.Launch, func(l measure.Launch) bool { return l.Name == f.Launch.Name })
		if f.Source != "" && !kept && (f.Server || f.Reads || f.Wants > 0 || f.Given) && len(all) < mostDrafts {
			all = append(all, f)
		}
	}
	return all
}

// shortened puts long class paths of launches that were found into files beside the model.
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

// propose writes launches to complete into beagle.yaml.
func propose(file, dir string, drafts []launches.Found) error {
	var list []measure.Launch
	for i := range drafts {
		list = append(list, drafts[i].Draft())
	}
	return config.Propose(file, dir, list, "put in what stands in capitals, take the # away (or add them to launch: below), then: beagle model")
}

// mainsOf names classes with main, where they stand and what they want.
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

// edited reports whether the model was extracted from sources that have changed
// since, and is to be extracted again.
func edited(ctx context.Context, cfg *run.Config) (bool, error) {
	if cfg.Model == "" {
		return false, nil
	}
	files, _, err := extract.Edited(ctx, cfg.Model)
	return len(files) > 0, err
}

// Again extracts a model again, by the same decisions, has what is otherwise measured, and
// says what that is.
func Again(ctx context.Context, a *app.App, cfg *run.Config) (said string, err error) {
	dir, err := extract.ProjectOf(cfg.Model)
	if err != nil {
		return "", err
	}
	folder := filepath.Dir(cfg.Model)
	step, end := a.Steps()
	r, err := extract.Extract(ctx, extract.Options{Dir: dir, Cache: setup.CacheDir(), Folder: folder, Choices: cliextract.Choices(cfg.Extract), Say: step})
	end()
	if err != nil {
		return "", err
	}
	w, err := r.Write(folder)
	if err != nil {
		return "", err
	}
	cfg.Model, cfg.Links, cfg.Sources, cfg.Select.Unlearnt = w.Repository, w.Links, r.Project.Folders(), true
	a.WarnAll(findingsOf(r))
	if w.Changes == nil {
		return "The model was extracted again", nil
	}
	return changed(w.Changes), nil
}

// findingsOf are the findings of an extraction that a person should know.
func findingsOf(r *extract.Result) []model.Problem {
	return slices.DeleteFunc(slices.Clone(r.Problems), func(p model.Problem) bool { return p.Severity == model.Info })
}

// changed says what an extraction found otherwise than the one before.
func changed(c *extract.Changes) string {
	return fmt.Sprintf("Since the last extraction: %d changed, %d added, %d removed, %d moved; %s kept", len(c.Changed), len(c.Added), len(c.Removed), len(c.Moved), quantity.Plural(c.Kept, "value", "values"))
}

// OfferAgain asks the person at a terminal whether a model is to be extracted again whose
// sources have changed since, does so, and reports that; where nobody can be asked it warns.
func OfferAgain(ctx context.Context, a *app.App, cfg *run.Config) (again bool, err error) {
	files, dir, err := extract.Edited(ctx, cfg.Model)
	if err != nil || len(files) == 0 {
		return false, nil //nolint:nilerr // beagle check says what cannot be read
	}
	if a.Screens() {
		yes, err := plain.New(a.In, a.Err).Yes(ctx, words.Edited(files)+" Extract it again?")
		if err != nil {
			return false, err
		}
		if yes {
			said, err := Again(ctx, a, cfg)
			if err != nil {
				return false, err
			}
			a.Say("%s", said)
			return true, nil
		}
	}
	warnEdited(a, cfg.Model, dir, files)
	return false, nil
}

// TellEdited says that a model was extracted from sources that have changed since.
func TellEdited(ctx context.Context, a *app.App, repository string) {
	if files, dir, err := extract.Edited(ctx, repository); err == nil && len(files) > 0 {
		warnEdited(a, repository, dir, files)
	}
}

// warnEdited names the sources that have changed, and how the model is extracted again.
func warnEdited(a *app.App, repository, dir string, files []string) {
	a.Warn(model.Problem{
		Severity: model.Warning, Rule: "edited", File: repository,
		Message: fmt.Sprintf("%s changed since the model was extracted: %s", quantity.Plural(len(files), "source has", "sources have"), strings.Join(files[:min(len(files), 3)], ", ")),
		Hint:    fmt.Sprintf("beagle extract %s --out %s keeps what was learnt of all else; then run with --select unlearnt", safe.Shown(dir), safe.Shown(filepath.Dir(repository))),
	})
}

// mostShown bounds the words of a build's command that are shown: javac's names every source.
const mostShown = 6

// built builds the program as it is, once, so that probes can be put into its
// classes as they are loaded, and has the build say where tests have theirs. Of a
// proposed command that fails others are tried, too.
func built(ctx context.Context, a *app.App, dir string, command []string, proposed bool) ([]string, error) {
	if len(command) == 0 {
		return nil, nil
	}
	if slices.Contains(command, "target/classes") { // javac makes it, but not above it
		if err := os.MkdirAll(filepath.Join(dir, "target", "classes"), 0o755); err != nil {
			return nil, err
		}
	}
	tries := [][]string{command}
	if proposed {
		tries = append(tries, launches.Others(command)...)
	}
	first := ""
	for i := 0; i < len(tries); i++ {
		one := tries[i]
		if i == 0 {
			more := ""
			if len(one) > mostShown {
				more = " ..."
			}
			a.Say("Building: %s%s", strings.Join(one[:min(len(one), mostShown)], " "), more)
		} else {
			a.Say("That failed; building: %s", strings.Join(one, " "))
		}
		done := a.Waiting("building")
		tail, err := asked(ctx, dir, one)
		done()
		if err == nil && tail == "" && launches.Passes(one) {
			if !launches.Any(dir) {
				continue
			}
			a.Warn(model.Problem{
				Severity: model.Warning, Rule: "build", File: dir, Message: "a part of the project does not build, and is not measured:\n" + first,
				Hint: "the rest is measured; to have this, too: " + toBuild(first) + ", remove the model's folder and beagle.yaml, then: beagle model",
			})
		}
		if err != nil || tail == "" {
			return one, err
		}
		first = cmp.Or(first, tail)
		if extracted.NoGradle.MatchString(first) { // what the installed one says is nearer to the project
			first = tail
		}
		if newer := launches.Newer(one, tail); proposed && i == 0 && newer != nil {
			tries = slices.Concat(tries[:1], [][]string{newer}, launches.Others(newer))
		}
	}
	return command, model.Problem{
		Severity: model.Error, Rule: "build", File: dir, Message: "the project does not build:\n" + first,
		Hint: toBuild(first) + ", or set build: in beagle.yaml, then: beagle run",
	}
}

// tooOld is in what Maven says where a project, or a plug-in that it uses, asks for a newer one.
var tooOld = regexp.MustCompile(`requires Maven version|Detected Maven Version`)

// toBuild is what has to be done so that a project builds of which a build said this.
func toBuild(said string) string {
	switch {
	case tooOld.MatchString(said):
		return "install the Maven that it asks for (mvn --version says which is here)"
	case extracted.NoGradle.MatchString(said):
		return "the project's gradlew could not download its Gradle: let it, or name an installed one (build: [gradle, -q, testClasses])"
	}
	return "make it build"
}

// asked runs a build that is asked for class paths, too, where it can be.
func asked(ctx context.Context, dir string, command []string) (tail string, err error) {
	with := launches.Asked(command)
	if with == nil {
		return build(ctx, dir, command)
	}
	tail, err = build(ctx, dir, with)
	if err == nil && strings.Contains(tail, launches.AskedPlugin) { // it builds, but cannot be asked
		return build(ctx, dir, command)
	}
	return tail, err
}

// build runs a build, without what only checks sources; tail is the end of its
// output where it failed.
func build(ctx context.Context, dir string, command []string) (tail string, err error) {
	work, err := os.MkdirTemp("", "beagle-build")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	log := filepath.Join(work, "log")
	const options = "MAVEN_OPTS"
	env := map[string]string{options: strings.TrimSpace(os.Getenv(options) + " " + copied.MavenOptions())}
	result, err := launch.Run(ctx, launch.Spec{Name: "build", Command: command, Dir: dir, Env: env, Output: log})
	if err != nil || result.OK() {
		return "", err
	}
	said := essence(result.Tail)
	if cause := safe.CauseIn(log); !strings.Contains(said, cause) { // it stands above what was kept
		said = cause + "\n" + said
	}
	return cmp.Or(strings.TrimSpace(said), "it said nothing"), nil
}

// essence is what a build said of its failure without what Maven says of every failure.
func essence(said string) string {
	before, _, _ := strings.Cut(said, "\n[ERROR] To see the full stack trace")
	lines := strings.Split(before, "\n")
	failed := slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "[ERROR]") })
	lines = slices.DeleteFunc(lines, func(line string) bool {
		called := strings.HasPrefix(line, "\tat ") // of a stack trace
		line = strings.TrimSpace(line)
		warns := strings.HasPrefix(line, "WARNING: ") // as the JVM does of Maven's own classes
		return called || line == "" || line == "[ERROR]" || failed && warns || strings.HasPrefix(line, "[ERROR] -> [Help")
	})
	return strings.Join(lines, "\n")
}
