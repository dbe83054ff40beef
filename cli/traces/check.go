package traces

import (
	"slices"

	"beagle/cli/app"
)

// Bounds of --memory in MiB. What is below would leave nothing for traces.
const leastMemory, mostMemory = 128, 1 << 20

func (f *flags) check(paths []string) error {
	if err := f.ways.Check(f.has); err != nil {
		return err
	}
	switch live := f.listen != "" || f.ways.Any(); {
	case f.has("nats"):
		if live || len(paths) > 0 || len(f.merge) > 0 || f.forward != "" || f.toOTLP != "" || f.every > 0 {
			return app.Usage("--nats shows what others reduce; leave paths, --listen, --merge, --forward, --to-otlp and --every out")
		}
	case f.has("credentials") || f.has("tls-ca") || f.has("name"):
		return app.Usage("--credentials, --tls-ca and --name need --nats")
	case !live && len(paths) == 0 && len(f.merge) == 0:
		return app.Usage("give the path of a log, or --listen or --otlp with an address")
	case live && len(paths) > 0:
		return app.Usage("give either paths or an address to receive records on; --merge adds what another beagle traces saved")
	case f.follow && len(paths) == 0:
		return app.Usage("--follow needs the path of a log")
	case f.listen == "" && f.listenStrings != "":
		return app.Usage("--listen-strings needs --listen")
	case f.listen == "" && f.has("connections"):
		return app.Usage("--connections needs --listen")
	case f.connections < 0:
		return app.Usage("--connections %d is negative", f.connections)
	case f.has("for") && !live && !f.follow && len(f.merge) == 0:
		return app.Usage("--for needs --listen, --otlp or --follow: recorded logs end by themselves")
	case f.last < 0 || f.every < 0 || f.engine.Timeout < 0:
		return app.Usage("--for, --every and --timeout cannot be negative")
	case f.has("save") && f.save == "":
		return app.Usage("--save needs the name of a file")
	case f.memory < leastMemory || f.memory > mostMemory:
		return app.Usage("--memory %d is not between %d and %d MiB", f.memory, leastMemory, mostMemory)
	}
	if f.forward != "" && f.forward != "-" {
		return app.Hinted(app.Usage("--forward writes into a pipe only: --forward -"), "Between machines, beagle hub, beagle agent beside the programs and beagle worker have taken the place of --forward ADDRESS: docs/machines.md.")
	}
	if f.every > 0 && f.forward == "" && (f.view.Output != app.JSON || f.listen == "" && !f.ways.Any() && !f.follow && len(f.merge) == 0) {
		return app.Usage("--every needs --output json, and --listen, --otlp, --follow or --merge; or --forward")
	}
	if err := f.profile.check(); err != nil {
		return err
	}
	return f.checkView()
}

func (f *flags) checkView() error {
	if err := f.view.Check(); err != nil {
		return app.Usage("%v", err)
	}
	kind := f.view.Kind
	switch {
	case f.one != nil && (f.listen != "" || f.ways.Any() || f.view.All || f.forward != ""):
		return app.Usage("--trace shows one trace of recorded logs; leave --listen, --all and --forward out")
	case f.one != nil && (kind == "invalid" || kind == "equivalence"):
		return app.Usage("--trace shows one trace, valid or not; leave --show %s out", kind)
	case f.view.All && (f.listen != "" || f.ways.Any()):
		return app.Usage("--all would hold live programs up; record their logs, or leave it out")
	case f.forward == "-" && f.view.All:
		return app.Usage("--all and --forward - both write to standard output")
	case f.every > 0 && f.forward == "" && kind != "classes":
		return app.Usage("--every goes with --show classes, not with %s", kind)
	case f.has("class") && kind != "trace" && kind != "sequence":
		return app.Usage("--class goes with --show trace or sequence, not with %s", kind)
	case f.view.Times != "" && !slices.Contains([]string{"operations", "components", "containers"}, kind):
		return app.Usage("--times goes with --show operations, components or containers, not with %s", kind)
	}
	return nil
}

func (f *flags) explores() bool {
	return f.one == nil && len(f.merge) == 0 &&
		!slices.ContainsFunc([]string{"show", "class", "times", "all", "save", "forward", "every", "output", "profile"}, f.has)
}

func (f *flags) has(flag string) bool { return f.given != nil && f.given(flag) }
