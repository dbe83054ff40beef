package logs

import (
	"cmp"
	"context"
	"os"
	"sync"
	"time"

	"beagle/traces/kieker"
)

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
