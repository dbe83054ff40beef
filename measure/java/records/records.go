// Package records takes the records of one launch while the program runs: from the
// files of Beagle's own probes, or from Kieker over a socket.
//
// Both ways give the same events in the same order by thread: measure/java/probe decodes
// either. How many records were lost, and which connection was broken, is reported with
// the launch.
package records

import (
	"context"
	"time"

	"beagle/measure"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
)

// Taking takes the records of one launch while it runs.
type Taking interface {
	// Finish takes the rest when the program has ended.
	Finish(ctx context.Context) probe.Ending
	// Sources are the connections over which records come.
	Sources() []measure.Source
}

// Take begins to take the records that probes write into a folder.
func Take(ctx context.Context, folder string, decoder *probe.Decoder) Taking {
	f := &following{follower: probe.Follower{Dir: folder, Start: time.Now().UnixNano(), Decoder: decoder}, ended: make(chan error, 1)}
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	f.stop = stop
	go func() { f.ended <- follow(following, &f.follower) }()
	return f
}

// Take begins to take the records that probes send through Kieker. The runtimes of
// the program are in the given packages; env gets what they need to know.
func (k *Kieker) Take(ctx context.Context, decoder *probe.Decoder, packages, command []string, env map[string]string) (Taking, error) {
	path, err := k.classPath(ctx, jdk.Launched(command, env), packages)
	if err != nil {
		return nil, err
	}
	env[probe.EnvKieker] = path
	return receive(decoder, env)
}
