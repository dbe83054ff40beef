package cli

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/internal/safe"
	"beagle/run"
)

type settingFlags struct {
	sets []string // --set key=value
	logs []string // --logs PATH
	irl  []string // --irl FILE
	recs []string // --records PATH
	list []config.Flag

	choice []string // --select NAME
}

func (f *settingFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.sets, "set", nil, "change any setting for this time, e.g. --set measure.probe=kieker")
	f.setting(c, "seed", "seed", "seed of the random source")
	c.Flags().StringSliceVar(&f.logs, "logs", nil, "learn from these recorded Kieker logs, or folders above logs, instead of launching the program")
	c.Flags().StringSliceVar(&f.recs, "records", nil, "learn from what a program recorded that was started by hand (beagle instrument): these files, or folders above them")
	c.Flags().StringSliceVar(&f.irl, "irl", nil, "with --logs: file with record types of your own (Kieker's instrumentation record language); may be repeated")
}

func (f *settingFlags) addSpread(c *cobra.Command) {
	f.setting(c, "nats", "nats.url", "have workers learn, too (beagle worker --learn), and make launches that name a machine (beagle worker --launch): address of the hub or NATS server, e.g. nats://10.0.0.5:4222")
	f.setting(c, "credentials", "nats.credentials", "with --nats: file with the credentials, as beagle hub wrote it (run.credentials)")
	f.setting(c, "tls-ca", "nats.tls_ca", "with --nats: file with the authority that signed the server's certificate, where it is your own")
}

func (f *settingFlags) addOutput(c *cobra.Command) {
	f.setting(c, "out", "out", "write the calibrated model to this file")
	c.Flags().Bool("in-place", false, "write the model itself and keep a .bak")
	c.Flags().Bool("dry-run", false, "show what would be written, write nothing")
	c.MarkFlagsMutuallyExclusive("out", "in-place", "dry-run")
}

func (f *settingFlags) setting(c *cobra.Command, name, key, doc string) {
	c.Flags().String(name, "", doc)
	f.list = append(f.list, config.Flag{Key: key, Name: name})
}

func (f *settingFlags) load(a *app.App, c *cobra.Command, args []string) (*config.Settings, error) {
	options := config.Options{UserFile: setup.UserFile(), Env: os.Environ()}
	var err error
	if len(args) > 0 {
		options.Project = args[0]
		if isModel(args[0]) {
			return nil, app.Hinted(app.Usage("%s is a model, not a project", safe.Line(args[0])), "\"beagle "+safe.Line(args[0])+"\" on a terminal sets an analysis of it up and saves beagle.yaml; name that file or its folder here.")
		}
	}
	if options.Flags, err = f.given(c); err != nil {
		return nil, err
	}
	settings, err := config.Load(options)
	if err != nil {
		return nil, flagged(err)
	}
	for _, warning := range settings.Warnings {
		a.Warn(warning)
	}
	return settings, nil
}

func (f *settingFlags) given(c *cobra.Command) (all []config.Flag, err error) {
	for _, set := range f.sets {
		key, value, ok := strings.Cut(set, "=")
		if !ok {
			return nil, app.Usage("--set %s: write key=value, e.g. --set measure.probe=kieker", safe.Line(set))
		}
		all = append(all, config.Flag{Key: key, Name: "set " + key, Value: value})
	}
	for _, setting := range f.list {
		if flag := c.Flags().Lookup(setting.Name); flag.Changed {
			setting.Value = flag.Value.String()
			all = append(all, setting)
		}
	}
	for _, given := range []struct {
		paths     []string
		name, key string
	}{{f.logs, "logs", "measure.logs"}, {f.irl, "irl", "measure.irl"}, {f.recs, "records", "measure.records"}} {
		if len(given.paths) > 0 {
			text, err := json.Marshal(given.paths) // a list as YAML takes it, whatever the paths hold
			if err != nil {
				return nil, err
			}
			all = append(all, config.Flag{Key: given.key, Name: given.name, Value: string(text)})
		}
	}
	if flag := c.Flags().Lookup("in-place"); flag != nil && flag.Changed {
		all = append(all, config.Flag{Key: "in_place", Name: "in-place", Value: flag.Value.String()})
	}
	return all, nil
}

func (f *settingFlags) early(c *cobra.Command) (run.Config, error) {
	all, err := f.given(c)
	if err != nil {
		return run.Config{}, err
	}
	given, err := config.Given(all)
	return given, flagged(err)
}

// flagged is an error, with the exit code of wrong use where a flag is to blame.
func flagged(err error) error {
	if wrong := (*config.FlagError)(nil); errors.As(err, &wrong) {
		return app.Exit(app.WrongUse, err)
	}
	return err
}

func (f *settingFlags) config(a *app.App, c *cobra.Command, args []string) (run.Config, error) {
	settings, err := f.load(a, c, args)
	if err != nil {
		return run.Config{}, err
	}
	cfg, err := settings.Config()
	if err != nil {
		return cfg, err
	}
	if flag := c.Flags().Lookup("dry-run"); flag != nil {
		cfg.Output.DryRun, _ = strconv.ParseBool(flag.Value.String())
	}
	return cfg, nil
}
