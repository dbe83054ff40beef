package kieker

import (
	"context"
	"os"
	"runtime"
	"strings"
	"time"
)

// A log that Kieker wrote into many files is decoded on two cores, so many bytes
// at a time: one decodes the first half of the files, the other what is behind
// it. A file ends between records. See Forker.
const (
	atOnce     = 256 << 20
	splitAbove = 4 << 20
)

// readFiles decodes the log's files in order.
func (l *logReader) readFiles(ctx context.Context) {
	files := l.log.files
	if forker, ok := l.handler.(Forker); ok && l.log.mapFile != "" && runtime.GOMAXPROCS(0) > 1 && l.options.SplitAbove >= 0 {
		least := l.options.SplitAbove
		if least == 0 {
			least = splitAbove
		}
		for ctx.Err() == nil {
			first, second := halves(files, least)
			if len(second) == 0 {
				break
			}
			done := l.readHalves(ctx, forker, first, second)
			if files = files[done:]; done < len(first)+len(second) {
				break // it is a log of that kind
			}
		}
	}
	l.readEach(ctx, files)
}

// halves are the next files, about as many bytes in one half as in the other;
// nothing in the second where there are too few.
func halves(files []string, least int64) (first, second []string) {
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
	if sum < least {
		return nil, nil
	}
	half := int64(0)
	for i, size := range sizes {
		if half += size; 2*half >= sum {
			return files[:i+1], files[i+1 : len(sizes)]
		}
	}
	return nil, nil
}

// readHalves decodes two halves at a time and returns how many files are done:
// only those of the first, where the second has to be read behind them.
func (l *logReader) readHalves(ctx context.Context, forker Forker, first, second []string) int {
	reading, giveUp := context.WithCancel(ctx)
	defer giveUp()
	branch := forker.Fork(giveUp)
	if branch == nil {
		return 0
	}
	behind := &logReader{log: l.log, options: l.options, report: &report{source: l.log.path, connected: time.Now()}, handler: branch, names: l.names}
	done := make(chan struct{})
	go func() {
		defer close(done)
		behind.readEach(reading, second)
	}()
	l.readEach(ctx, first)
	<-done
	if reading.Err() != nil || !l.plain() || !behind.plain() || !branch.Join() {
		return len(first)
	}
	l.report.join(behind.report)
	for _, kind := range behind.kinds {
		l.note(kind)
	}
	return len(first) + len(second)
}

// plain reports whether everything was understood, so that reading a file did
// not depend on the ones before it.
func (l *logReader) plain() bool {
	for _, kind := range l.kinds {
		if !strings.HasPrefix(kind, "text") && !strings.HasPrefix(kind, "binary") {
			return false
		}
	}
	r := l.report
	return r.broken.Load()+r.unknown.Load()+r.skipped.Load()+r.recovered.Load()+r.redefined.Load() == 0
}

// readEach decodes files one after the other.
func (l *logReader) readEach(ctx context.Context, files []string) {
	l.ahead(ctx, func() *dataFile {
		if len(files) == 0 {
			return nil
		}
		file := openData(ctx, files[0])
		files = files[1:]
		return file
	})
}
