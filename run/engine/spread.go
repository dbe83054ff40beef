package engine

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"beagle/learn/spread"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/measure/remote"
	"beagle/model"
	"beagle/run"
	"beagle/traces/cluster"
)

func accessOf(n run.NATS) cluster.Access {
	to := cluster.Access{URL: n.URL, Credentials: n.Credentials, Authority: n.Authority, Name: cmp.Or(n.Name, cluster.DefaultName)}
	if to.Credentials == "" && cluster.OnThisMachine(n.URL) {
		to.Credentials = cluster.LocalCredentials("run")
	}
	return to
}

func checkSpread(cfg *run.Config) error {
	n := cfg.NATS
	if n.URL == "" {
		return nil
	}
	if u, err := url.Parse(n.URL); err == nil && u.User != nil {
		return model.Problem{Severity: model.Error, Rule: "nats", Message: "the server's address holds a password, which the run's folder would keep", Hint: "write USER:PASSWORD into a file and give it with --credentials"}
	}
	ctx, stop := context.WithTimeout(context.Background(), 15*time.Second)
	defer stop()
	err := spread.Try(ctx, accessOf(n))
	if err == nil && slices.ContainsFunc(cfg.Launch, func(l measure.Launch) bool { return l.Machine != "" }) {
		err = remote.Try(ctx, accessOf(n))
	}
	return err
}

// elsewhere are the other machines of the analysis; nil: there is no server to ask for them.
func (s *Session) elsewhere() launch.Elsewhere {
	n := s.project.Config.NATS
	if n.URL == "" {
		return nil
	}
	s.machines = &remote.Machines{To: accessOf(n), Name: string(s.folder), Say: func(line string) { fmt.Fprintln(s.Log, line) }}
	return s.machines
}

func (s *Session) spread(ctx context.Context, l *Local) {
	n := s.project.Config.NATS
	if n.URL == "" {
		return
	}
	others := spread.Start(ctx, spread.Options{To: accessOf(n), Run: string(s.folder), Note: l.note})
	l.analysis.Elsewhere, l.workers = others, others.Workers
	l.learnt = func() {
		did := others.Stats()
		others.Close(l.Machine.Status().State.Ended())
		fmt.Fprintf(s.Log, "learning was spread: %d tasks by workers, %d here, of these %d since workers were slow; %d that workers could not do\n", did.There, did.Here, did.Backup, did.Failed)
	}
}
