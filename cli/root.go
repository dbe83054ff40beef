package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/cost"
	"beagle/cli/extension"
	"beagle/cli/fit"
	"beagle/cli/pcm"
	"beagle/cli/prepare"
	"beagle/cli/runs"
	"beagle/cli/setup"
	"beagle/cli/traces"
	"beagle/internal/safe"
	"beagle/tui"
)

func commands(a *program) []group {
	return []group{
		{"Analyse", []*cobra.Command{
			newDemo(a), newTour(a),
			prepare.New(a.App),
			newRun(a),
			newModel(a),
			cost.New(a.App), cost.NewAttach(a.App), cost.NewVerify(a.App), cost.NewBisect(a.App),
			newCheck(a),
		}},
		{"Runs", []*cobra.Command{
			newHome(a), runs.NewPs(a.App),
			newAttach(a),
			runs.NewPause(a.App),
			newResume(a),
			runs.NewAbort(a.App),
			runs.NewEnough(a.App), runs.NewLaunch(a.App, newMeasureThere(a)), runs.NewLog(a.App),
			newReview(a),
			newApply(a),
			runs.NewReport(a.App), runs.NewCompare(a.App), runs.NewHistory(a.App),
			runs.NewExport(a.App), runs.NewLearn(a.App), runs.NewValidate(a.App),
			runs.NewRm(a.App),
			newEngine(a), newMachine(),
		}},
		{"Single steps", []*cobra.Command{
			newInstrument(a),
			traces.NewKieker(a.App),
			traces.New(a.App),
			pcm.New(a.App),
			pcm.NewStoEx(a.App),
			fit.New(a.App),
			pcm.NewPredict(a.App), pcm.NewTop(a.App),
		}},
		{"Many machines", []*cobra.Command{
			traces.NewHub(a.App),
			traces.NewAgent(a.App),
			traces.NewWorker(a.App),
			newBenchmark(a),
		}},
		{"Set-up", []*cobra.Command{
			setup.NewTools(a.App),
			extension.New(a.App, resultOf),
			newConfig(a),
			newSchema(a),
			setup.NewPaths(a.App),
			setup.NewVersion(a.App),
			newMan(a.App),
		}},
	}
}

type group struct {
	title    string
	commands []*cobra.Command
}

func newRoot(a *program) *cobra.Command {
	root := &cobra.Command{
		Use:   "beagle [DIR, beagle.yaml or MODEL.repository]",
		Short: "Learn from a running Java program how its costs depend on its inputs, and write it into its Palladio model",
		Long: `Learn from a running Java program how its costs depend on its inputs, and write
it into its Palladio model. With a project's folder, its beagle.yaml, a model, or
nothing, it starts the wizard.

Exit codes: 0 done; 1 error; 2 wrong use; 3 no such run; 4 finished, but some
elements have no expression; 5 aborted; 6 out of time, partial results kept;
7 worse than before (compare); 130 and 143 stopped by a signal. Every setting can be given in the environment,
e.g. BEAGLE_SEED; "beagle config" lists them.`,
		Args: cobra.MaximumNArgs(1),
		RunE: screens{a}.openProject,
	}
	for _, g := range commands(a) {
		if len(g.commands) == 0 {
			continue
		}
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, command := range g.commands {
			command.GroupID = g.title
			root.AddCommand(command)
		}
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { printHelp(a.Out, c, a.Width()) })
	root.PersistentFlags().StringVar(&a.Output, "output", app.Text, app.OutputUsage+"text or json")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		a.Command = c.CommandPath()
		return noPart(c, err)
	})
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		// Cobra checks these later, with errors that do not say what they are.
		if err := c.ValidateRequiredFlags(); err != nil {
			return app.Exit(app.WrongUse, err)
		}
		if err := c.ValidateFlagGroups(); err != nil {
			return app.Exit(app.WrongUse, apart(err))
		}
		if err := noneEmpty(c); err != nil {
			return err
		}
		if err := a.CheckOutput(c); err != nil {
			return err
		}
		if a.Screens() {
			c.SetContext(tui.WithLook(c.Context(), ownLook()))
		}
		return a.useExtensions(c, args)
	}
	root.SetHelpCommandGroupID("Set-up")
	root.SetCompletionCommandGroupID("Set-up")
	root.InitDefaultCompletionCmd() // cobra adds it later otherwise, with exit code 0 for an unknown shell
	a.addExtensionFlag(root)
	wrongUse(a, root)
	return root
}

// together finds the flags that cobra's error of a group names last.
var together = regexp.MustCompile(`\[([^\]]+)\] were all set$`)

func apart(err error) error {
	found := together.FindStringSubmatch(err.Error())
	if found == nil {
		return err
	}
	return fmt.Errorf("--%s cannot go together", strings.Join(strings.Fields(found[1]), " and --"))
}

// noneEmpty refuses that something is to be written to a file without a name, as
// a script asks for with a variable that is not set: it would go elsewhere.
func noneEmpty(c *cobra.Command) error {
	for _, name := range []string{"out", "events", "dir", "kieker"} {
		if flag := c.Flags().Lookup(name); flag != nil && flag.Changed && flag.Value.String() == "" {
			return app.Usage("--%s is empty: name a file or folder, or leave it out", name)
		}
	}
	return nil
}

func wrongUse(a *program, c *cobra.Command) {
	c.SuggestionsMinimumDistance = 2
	check := c.Args
	if c.HasSubCommands() && !c.Runnable() {
		c.RunE = func(c *cobra.Command, _ []string) error {
			if a.JSON() { // help is no JSON
				return app.Usage("%s needs one of its commands", c.CommandPath())
			}
			return c.Help()
		}
		check = unknownCommand
	}
	c.Args = func(c *cobra.Command, args []string) error {
		a.Command = c.CommandPath()
		if check == nil {
			return nil
		}
		if err := check(c, args); err != nil {
			if strings.Contains(err.Error(), "arg(s)") { // cobra's counting helps nobody
				err = fmt.Errorf("wrong number of arguments; write: %s", c.UseLine())
			}
			return app.Exit(app.WrongUse, err)
		}
		return nil
	}
	for _, child := range c.Commands() {
		wrongUse(a, child)
	}
}

func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := app.Usage("%s has no command %q", c.CommandPath(), safe.Line(args[0]))
	if near := suggestion(c, args[0]); near != "" {
		return app.Hinted(err, near)
	}
	return err
}

// suggestion names the commands that a person may have meant: those that begin
// so, else those that look alike. Of short words cobra finds everything alike.
func suggestion(c *cobra.Command, word string) string {
	near := c.SuggestionsFor(word)
	begins := func(name string) bool { return strings.HasPrefix(name, strings.ToLower(word)) }
	if slices.ContainsFunc(near, begins) {
		near = slices.DeleteFunc(near, func(name string) bool { return !begins(name) })
	}
	near = slices.DeleteFunc(near, func(name string) bool { return !strings.ContainsAny(name, strings.ToLower(word)) })
	if len(near) == 0 {
		return ""
	}
	return "Did you mean " + strings.Join(near, " or ") + "?"
}
