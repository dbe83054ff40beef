package logs

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// A record of a log that is followed may overtake its strings: whoever copies a log writes the map when he likes. The
// record waits for them. Nothing behind it is read meanwhile, so waiting costs no memory, and the result is that of
// the log as read at its end.

// maxWait bounds the time for which records wait while the map does not grow.
const maxWait = 60 * time.Second

// decode decodes what was read of a file, and waits where a record needs a string that the map does not have yet.
func (l *follower) decode(ctx context.Context, read reading, filled *int, offset *int64, last bool) bool {
	if l.impatient && l.mapGrew(ctx, false) {
		l.wait(true)
	}
	for waited := false; ; waited = true {
		used := read(l.buf[:*filled], *offset, last)
		*offset += int64(used)
		*filled = copy(l.buf, l.buf[used:*filled])
		missing, waits := l.missing()
		if !waits {
			return true
		}
		if !waited {
			l.since = l.options.now()
		}
		if !l.await(ctx) {
			l.report.Fault(*offset, fmt.Sprintf("a record was waiting for string %d of kieker.map when reading ended; this file is not read from here on", missing))
			return false
		}
	}
}

func (l *follower) missing() (id int32, waits bool) {
	if l.binary != nil {
		if id, waits = l.binary.Missing(); waits {
			return id, true
		}
	}
	if l.text != nil {
		return l.text.Missing()
	}
	return 0, false
}

// await waits until the map has grown, or for so long that records wait no longer.
func (l *follower) await(ctx context.Context) bool {
	for l.rest(ctx) {
		if l.mapGrew(ctx, false) {
			l.since = l.options.now()
			return true
		}
		if l.options.now().Sub(l.since) >= maxWait {
			l.mapGrew(ctx, true)
			l.wait(false)
			return true
		}
	}
	return l.mapGrew(context.WithoutCancel(ctx), true)
}

func (l *follower) wait(yes bool) {
	l.impatient = !yes
	if l.text != nil {
		l.text.Wait = yes
	}
	if l.binary != nil {
		l.binary.WaitForStrings(yes, lacksString)
	}
}

func (l *follower) mapGrew(ctx context.Context, ended bool) bool {
	l.findMap()
	if l.mapFile == "" {
		return false
	}
	l.growing.path = l.mapFile
	if err := l.growing.update(ctx, ended); err != nil && ctx.Err() == nil && err.Error() != l.trouble {
		l.trouble = err.Error()
		l.report.Fault(0, fmt.Sprintf("cannot read %s: %v", l.mapFile, err))
	}
	gained := l.strings.gained
	l.strings.gained = nil
	if l.binary != nil {
		l.define(slices.Values(gained))
	}
	l.tellMap()
	return len(gained) > 0
}

// findMap looks for the log's map, which may come later than its records or move with its folder.
func (l *follower) findMap() {
	if l.log.folder {
		l.look()
	} else if l.mapFile == "" {
		l.mapFile = fileLog(l.log.path).mapFile
	}
}
