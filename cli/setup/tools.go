package setup

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"beagle/analysers"
	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/measure"
)

type toolState struct {
	Name   string `json:"name"`
	Doc    string `json:"doc"`
	Path   string `json:"path,omitempty"` // where from; empty: part of Beagle, or not found
	Answer string `json:"answer,omitempty"`
	OK     bool   `json:"ok"`
	Hint   string `json:"hint,omitempty"`
}

type analyserInfo struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // result: proposes from measurements; proposal: improves proposals
	Doc  string `json:"doc"`
}

var programs = []struct{ name, argument, doc, hint string }{
	{"java", "-version", "runs the measured program", "Install a JDK, e.g. apt-get install default-jdk-headless."},
	{"javac", "-version", "compiles the instrumented copy", "Install a JDK, e.g. apt-get install default-jdk-headless."},
	{"mvn", "--version", "builds Maven projects and fetches Kieker; needed only for these", "Install Maven, e.g. apt-get install maven."},
}

// NewTools is the command tools.
func NewTools(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "tools",
		Short: "List measurement tools and analysers, and say whether they answer",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			states := toolStates(c.Context())
			infos := analyserInfos()
			if a.JSON() {
				return a.PrintJSON(map[string]any{"tools": states, "analysers": infos, "extensions": extensionStates(c.Context(), named(c))})
			}
			table := tabwriter.NewWriter(a.Out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(table, "Measuring")
			for _, s := range states {
				state := s.Answer
				if !s.OK {
					state = "MISSING. " + s.Hint
				}
				fmt.Fprintf(table, "  %s\t%s\t%s\n", s.Name, s.Doc, state)
			}
			fmt.Fprintln(table, "\nAnalysers")
			for _, i := range infos {
				fmt.Fprintf(table, "  %s\t%s\t\n", i.Name, i.Doc)
			}
			printExtensions(table, extensionStates(c.Context(), named(c)))
			return table.Flush()
		},
	}
}

func toolStates(ctx context.Context) []toolState {
	java := askProgram(ctx, "java", "-version", "", "")
	var states []toolState
	for _, id := range measure.Tools.IDs() {
		kind, _ := measure.Tools.Get(id) // it is one of them
		states = append(states, toolState{Name: id, Doc: kind.Doc, OK: java.OK, Answer: "part of Beagle", Hint: "It needs Java."})
	}
	for _, p := range programs {
		states = append(states, askProgram(ctx, p.name, p.argument, p.doc, p.hint))
	}
	return states
}

func askProgram(ctx context.Context, name, argument, doc, hint string) toolState {
	state := toolState{Name: name, Doc: doc, Hint: hint}
	path, err := exec.LookPath(name)
	if err != nil {
		return state
	}
	state.Path = path
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	ask := exec.CommandContext(ctx, path, argument)
	ask.WaitDelay = time.Second
	output, err := ask.CombinedOutput()
	if err != nil {
		state.Hint = fmt.Sprintf("%s does not answer (%v). %s", path, err, hint)
		return state
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(output)), "\n")
	state.OK, state.Answer, state.Hint = true, safe.Line(first), ""
	return state
}

func analyserInfos() []analyserInfo {
	var infos []analyserInfo
	for _, one := range analysers.All() {
		works := "result"
		if len(one.Improves) > 0 {
			works = "proposal"
		}
		infos = append(infos, analyserInfo{one.Name, works, safe.FirstLine(one.Doc)})
	}
	slices.SortFunc(infos, func(x, y analyserInfo) int { return strings.Compare(x.Name, y.Name) })
	return infos
}

func named(c *cobra.Command) []string {
	list, err := c.Flags().GetStringArray("extension")
	if err != nil {
		return nil
	}
	return list
}
