package syntax

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCorpus parses every Java file below the folders of BEAGLE_JAVA_CORPUS: a
// check for people who change the parser.
func TestCorpus(t *testing.T) {
	corpus := os.Getenv("BEAGLE_JAVA_CORPUS")
	if corpus == "" {
		t.Skip("BEAGLE_JAVA_CORPUS names no folders")
	}
	files, size, failed := 0, 0, 0
	var spent time.Duration
	for _, root := range filepath.SplitList(corpus) {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".java") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			source := string(data)
			start := time.Now()
			_, err = Parse(source)
			spent += time.Since(start)
			files++
			size += len(data)
			if err != nil {
				failed++
				if failed <= 30 {
					t.Errorf("%s:%v", path, err)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files, %.1f MB, %d failed, %.1f MB/s", files, float64(size)/1e6, failed, float64(size)/1e6/spent.Seconds())
}
