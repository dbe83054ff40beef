package traces

import (
	"fmt"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/traces/cluster"
	"beagle/traces/cluster/broker"
)

func newCredentials(a *app.App) *cobra.Command {
	var state, site string
	c := &cobra.Command{
		Use:   "credentials",
		Short: "Let agents in, each with a password of its own, and revoke that",
		Long: `Let agents in, each with a password of its own, and revoke that.

An agent with credentials of its own can send nothing in the name of others, and
cannot see that they are there. A hub that runs notices within a second who was added
or revoked; who was revoked is disconnected. Of several hubs each needs the file.

With a NATS server of your own, put what config prints into its configuration and
reload it.`,
		Example: `  beagle hub credentials add shop-1
  beagle hub credentials list
  beagle hub credentials revoke shop-1
  beagle hub credentials config > beagle.conf`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.PersistentFlags().StringVar(&state, "state", cluster.StateFolder("hub"), "folder of the hub")
	c.AddCommand(&cobra.Command{
		Use: "add NAME", Short: "Make credentials for an agent, and print their file", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, names []string) error {
			path, err := broker.AddAgent(state, names[0])
			if err == nil {
				_, err = fmt.Fprintln(a.Out, path)
			}
			return err
		},
	}, &cobra.Command{
		Use: "list", Short: "List the agents that have credentials", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			names, err := broker.Agents(state)
			for _, name := range names {
				fmt.Fprintln(a.Out, name)
			}
			return err
		},
	}, &cobra.Command{
		Use: "revoke NAME", Short: "Remove an agent's credentials; a hub that runs disconnects it", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, names []string) error { return broker.RevokeAgent(state, names[0]) },
	})
	config := &cobra.Command{
		Use: "config", Short: "Print users, passwords and rights for the configuration of a NATS server", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := broker.Configuration(state, site)
			fmt.Fprint(a.Out, text)
			return err
		},
	}
	config.Flags().StringVar(&site, "name", cluster.DefaultName, "prefix of streams and subjects")
	c.AddCommand(config)
	return c
}
