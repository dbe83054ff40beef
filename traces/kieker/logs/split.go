package logs

import (
	"context"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"beagle/traces/kieker"
)

// A log that Kieker wrote into many files is decoded on two cores, so many bytes at a time.
const (
	atOnce     = 256 << 20
	splitAbove = 4 << 20
)

func (l *logReader) readFiles(ctx context.Context) {
	files := l.log.files
	if forker, ok := l.handler.(kieker.Forker); ok && l.log.mapFile != "" && runtime.GOMAXPROCS(0) > 1 && l.options.SplitAbove >= 0 {
		least := l.options.SplitAbove
		if least == 0 {
			least = splitAbove
		}
		for ctx.Err() == nil {
			all, first := split(files, least)
			if first == 0 {
				break
			}
			done, joined := l.readSplit(ctx, forker, files[:all], first)
			if files = files[done:]; !joined {
				break // it is a log of that kind
			}
		}
	}
	l.readAhead(ctx, opened(ctx, files))
}

// split tells how many of the files come next, and how many of those are a shard's.
func split(files []string, least int64) (all, first int) {
	var sizes []int64
	var sum int64
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || sum >= atOnce {
			break
		}
		sizes = append(sizes, info.Size())
		sum += info.Size()
	}
	if sum < least || len(sizes) < 2 {
		return 0, 0
	}
	own := sizes[0]
	for first = 1; first < len(sizes)-1 && 20*(own+sizes[first]) <= 9*sum; first++ {
		own += sizes[first]
	}
	return len(sizes), first
}

// readSplit decodes the first so many files while a branch decodes those behind them, until the first are done.
func (l *logReader) readSplit(ctx context.Context, forker kieker.Forker, files []string, first int) (done int, joined bool) {
	reading, giveUp := context.WithCancel(ctx)
	defer giveUp()
	branch := forker.Fork(giveUp)
	if branch == nil {
		return 0, false
	}
	behind := &logReader{log: l.log, contents: newContents(l.log, l.options, kieker.NewReading(l.log.path, "", time.Now()), branch)}
	behind.strings = l.strings
	decode := (*logReader).readAhead
	if runtime.GOMAXPROCS(0) == 2 {
		decode = (*logReader).inTurn
	}
	var enough atomic.Bool
	ahead := 0
	next := opened(reading, files[first:])
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		decode(behind, reading, func() (file *dataFile) {
			if !enough.Load() {
				if file = next(); file != nil {
					ahead++
				}
			}
			return file
		})
	}()
	decode(l, ctx, opened(ctx, files[:first]))
	enough.Store(true)
	<-ended
	if reading.Err() != nil || !l.plain() || !behind.plain() || !branch.Join() {
		return first, false
	}
	l.report.Join(behind.report)
	for _, kind := range behind.kinds {
		l.note(kind)
	}
	return first + ahead, true
}

func opened(ctx context.Context, files []string) func() *dataFile {
	return func() *dataFile {
		if len(files) == 0 {
			return nil
		}
		file := openData(ctx, files[0])
		files = files[1:]
		return file
	}
}
