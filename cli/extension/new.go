package extension

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
)

func newNew(a *app.App) *cobra.Command {
	var kind, language, dir string
	c := &cobra.Command{
		Use: "new NAME", Short: "Write a small extension that works, with a test", Args: cobra.ExactArgs(1),
		Example: "beagle extension new peaks --kind analyser --language python",
		RunE: func(_ *cobra.Command, args []string) error {
			if dir == "" {
				dir = args[0]
			}
			files, err := writeSkeleton(dir, args[0], kind, language)
			if err != nil {
				return err
			}
			if a.JSON() {
				return a.PrintJSON(map[string]any{"files": files})
			}
			for _, f := range files {
				fmt.Fprintln(a.Out, safe.Line(f))
			}
			program, err := filepath.Abs(filepath.Join(dir, "beagle-"+args[0]))
			if err != nil {
				return err
			}
			a.Say("Next: sh %s builds where that is needed and tests it; %s says how it is used.", safe.Line(filepath.Join(dir, "test.sh")), safe.Line(filepath.Join(dir, "README.md")))
			a.Say("To use it: beagle run --extension %s, or the same path in extensions: of your own settings", safe.Line(program))
			return nil
		},
	}
	c.Flags().StringVar(&kind, "kind", "analyser", strings.Join(kindNames(), ", "))
	c.Flags().StringVar(&language, "language", "python", strings.Join(languages, ", "))
	c.Flags().StringVar(&dir, "dir", "", "the new folder; default: the name")
	return c
}
