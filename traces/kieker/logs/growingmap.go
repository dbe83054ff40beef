package logs

import (
	"context"
	"io"
	"os"
	"slices"

	"beagle/internal/safe"
)

// growingMap reads the kieker.map of a log that is being written. Of a map whose end
// is being written, or copied, the last line may be a part, and the last entry
// may go on in the next line: that entry counts once nothing came for a while.
type growingMap struct {
	*stringMap
	path string
	file os.FileInfo // that was read; nil: none yet
	at   int64       // how far
}

// update takes what the map gained since it was read last. ended says that nobody waits for more: its last line then
// counts, too. A map that was written anew, as rsync does, is read again from its beginning.
func (g *growingMap) update(ctx context.Context, ended bool) error {
	in, err := safe.Open(ctx, g.path)
	if err != nil {
		return safe.Cause(err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if g.file == nil || !os.SameFile(info, g.file) || info.Size() < g.at {
		g.at, g.open, g.marked, g.bytes = 0, -1, false, 0
	}
	g.file = info
	if _, err := in.Seek(g.at, io.SeekStart); err != nil {
		return err
	}
	taken, rest, err := g.read(in)
	g.at += taken
	if err != nil {
		return err
	}
	_, _, another := mapEntry(rest)
	if ended || another || taken == 0 && len(rest) == 0 {
		g.settle()
		g.maybe = g.open
	}
	if ended && len(rest) > 0 { // it is read again where it grows after all
		open, text := g.open, slices.Clone(g.text)
		g.line(rest)
		g.settle()
		g.maybe, g.open, g.text = g.open, open, text
	}
	return nil
}
