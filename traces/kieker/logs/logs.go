// Package logs reads what Kieker's writers left in folders, files and archives, compressed or not, also while it is
// being written.
package logs

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"beagle/internal/foreign"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// Options say how recorded logs are read.
type Options struct {
	Open func(source string) kieker.Handler
	// Schemas are the known record classes; nil means NewSchemas.
	Schemas *kieker.Schemas
	// Follow goes on reading while the logs are being written, and those that appear later at or below the paths.
	Follow      bool
	ByteLengths bool
	// SplitAbove is how many bytes of a log are worth decoding on two cores, where
	// the handler is a Forker; 0 means 4 MiB, less than 0 never.
	SplitAbove int64
	// Opened is told the report of each log as soon as its reading starts, so that it can be shown while it grows.
	Opened func(live func() kieker.Report)

	// pause waits until it is time to look at a growing log again, and now is the
	// clock; nil: as everywhere. Tests go on step by step.
	pause func(ctx context.Context) bool
	now   func() time.Time
}

// Read reads the logs at or below the paths one after the other: folders with a kieker.map (whatever they are called)
// or with chunks and socket streams, which need none, whole logs in a zip, and single files, also recorded socket
// streams, and files with spans of OpenTelemetry, Jaeger or Zipkin. It fails only where a path cannot be read at all;
// everything that is wrong within a log stands in its report.
func Read(ctx context.Context, paths []string, options Options) ([]kieker.Report, error) {
	if options.Schemas == nil {
		options.Schemas = kieker.NewSchemas()
	}
	if options.Open == nil {
		options.Open = func(string) kieker.Handler { return kieker.Discard{} }
	}
	if options.Follow {
		return followAll(ctx, paths, options)
	}
	var logs []logSource
	for _, path := range paths {
		found, err := findLogs(path)
		if err != nil {
			return nil, err
		}
		logs = append(logs, found...)
	}
	var reports []kieker.Report
	for _, log := range together(logs) {
		reports = append(reports, readLog(ctx, log, options))
		if ctx.Err() != nil {
			return reports, ctx.Err()
		}
	}
	return reports, nil
}

type logSource struct {
	path    string
	mapFile string   // empty: none
	files   []string // data files in order; of a folder that is followed, so far
	folder  bool
	archive string // the zip that it is in; empty: none
	inside  string // its folder there
	spans   bool   // of other tracers, in files
}

// findLogs finds the logs at or below a path.
func findLogs(path string) ([]logSource, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: path, Message: "cannot read logs or spans: " + safe.Cause(err).Error(), Hint: "check the path"}
	}
	if !info.IsDir() {
		if what, hint := foreign.File(path); what != "" {
			return nil, model.Problem{Severity: model.Error, Rule: "format", File: path, Message: "this is not a Kieker log but " + what, Hint: hint}
		}
		if info.Mode().IsRegular() && holdsSpans(path, true) {
			return []logSource{{path: path, files: []string{path}, spans: true}}, nil
		}
		if logs := archived(path); len(logs) > 0 {
			return logs, nil
		}
		return []logSource{fileLog(path)}, nil
	}
	var logs []logSource
	err = filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			if strings.HasSuffix(at, ".zip") {
				logs = append(logs, archived(at)...)
			}
			return nil
		}
		if log, ok := folderLog(at); ok {
			logs = append(logs, log)
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: path, Message: "cannot read logs or spans: " + safe.Cause(err).Error()}
	}
	if len(logs) == 0 {
		if files := spanFiles(path); len(files) > 0 {
			return []logSource{{path: path, files: files, spans: true}}, nil
		}
		p := model.Problem{
			Severity: model.Error, File: path, Message: "no Kieker log and no file of spans found",
			Hint: "give a folder with a kieker.map and data files (.dat, .bin, .gz, .zip, .xz, .df), or a file of spans (OTLP, Jaeger, Zipkin)",
		}
		if here, _ := folderLog(path); len(here.files) > 0 {
			p.Message = fmt.Sprintf("kieker.map, which names the record classes, is missing beside the data files (%s)", filepath.Base(here.files[0]))
			p.Hint = "copy the kieker.map of this log into the folder"
		}
		if inside, what, hint := foreign.Inside(path); inside != "" {
			p.Message, p.Hint = fmt.Sprintf("no Kieker log and no file of spans found; %s is %s", filepath.Base(inside), what), hint
		}
		return nil, p
	}
	return logs, nil
}

func fileLog(path string) logSource {
	log := logSource{path: path, files: []string{path}}
	if maps, _ := filepath.Glob(filepath.Join(safe.Pattern(filepath.Dir(path)), "*.map")); len(maps) > 0 {
		log.mapFile = maps[0]
	}
	return log
}

func folderLog(path string) (logSource, bool) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return logSource{}, false
	}
	log := logSource{path: path, folder: true}
	var regular []string
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case entry.IsDir() || strings.HasPrefix(name, "."):
		case strings.HasSuffix(name, ".map"):
			if log.mapFile == "" || name == "kieker.map" {
				log.mapFile = filepath.Join(path, name)
			}
		default:
			at := filepath.Join(path, name)
			if isData(name) {
				log.files = append(log.files, at)
			}
			if entry.Type().IsRegular() {
				regular = append(regular, at)
			}
		}
	}
	ok := log.mapFile != ""
	if !ok {
		alone := slices.DeleteFunc(regular, func(at string) bool { return !needsNoMap(at) })
		if ok = len(alone) > 0; ok {
			log.files = alone
		}
	}
	slices.Sort(log.files) // names begin with the time: their order is the order of writing
	return log, ok
}

// needsNoMap reports whether a file brings its strings along: chunks, as a broker's consumer stores them.
func needsNoMap(path string) bool {
	in, err := os.Open(path)
	if err != nil {
		return false
	}
	defer in.Close()
	var first [4]byte
	_, err = io.ReadFull(in, first[:])
	return err == nil && (bytes.Equal(first[:], wire.ChunkMagic[:4]) || bytes.Equal(first[:], registryMark))
}

func isData(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return slices.Contains([]string{".dat", ".bin", ".df", ".gz", ".zip", ".xz", ".bz2"}, ext)
}

func readLog(ctx context.Context, log logSource, options Options) kieker.Report {
	rep := kieker.NewReading(log.path, "", time.Now())
	if options.Opened != nil {
		options.Opened(rep.Report)
	}
	handler := options.Open(log.path)
	if err := readWith(ctx, log, newContents(log, options, rep, handler)); err != nil && ctx.Err() == nil {
		rep.End(false, err.Error())
	}
	rep.End(rep.Broken.Load() == 0 && rep.Skipped.Load() == 0, "")
	final := rep.Report()
	handler.Closed(final)
	return final
}

func readWith(ctx context.Context, log logSource, in *contents) error {
	if log.archive != "" {
		return in.archive(ctx, log.archive, log.inside)
	}
	if log.spans {
		return in.spans(ctx, log.files)
	}
	if in.options.Follow {
		return newFollower(log, in).run(ctx)
	}
	if err := in.loadMap(ctx); err != nil {
		return err
	}
	(&logReader{contents: in, log: log}).readFiles(ctx)
	return ctx.Err()
}

// followAll follows the logs at or below the paths side by side, also those that appear later.
func followAll(ctx context.Context, paths []string, options Options) ([]kieker.Report, error) {
	var mu sync.Mutex
	var group sync.WaitGroup
	reports := []kieker.Report{}
	known := map[string]os.FileInfo{}
	for {
		for _, path := range paths {
			logs, err := findLogs(path)
			if err != nil && len(known) == 0 && !isEmptyFolder(path) {
				return nil, err
			}
			for _, log := range logs {
				if log.spans {
					if len(known) == 0 {
						return nil, followsSpans(log.path)
					}
					continue
				}
				info, err := os.Stat(cmp.Or(log.archive, log.path))
				if err != nil || known[log.path] != nil || log.archive == "" && renamed(known, info) {
					continue
				}
				known[log.path] = info
				mu.Lock()
				at := len(reports)
				reports = append(reports, kieker.Report{})
				mu.Unlock()
				group.Go(func() {
					report := readLog(ctx, log, options)
					mu.Lock()
					defer mu.Unlock()
					reports[at] = report
				})
			}
		}
		select {
		case <-ctx.Done():
			group.Wait()
			return reports, nil
		case <-time.After(scanEvery):
		}
	}
}

func renamed(known map[string]os.FileInfo, info os.FileInfo) bool {
	for _, other := range known {
		if os.SameFile(other, info) {
			return true
		}
	}
	return false
}

func isEmptyFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
