package compare

import (
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"beagle/internal/safe"
)

// The files of a repository that are read have at most so many bytes: a link to another folder, and a reflog of some
// 100,000 entries.
const (
	mostLink = 1 << 12
	mostLog  = 32 << 20
)

// Heads are the commits that a git repository had checked out, the oldest first.
type Heads []head

type head struct {
	since  time.Time
	commit string
}

// HeadsOf reads the reflog of the repository that a folder lies in; none: it lies in none.
func HeadsOf(folder string) (all Heads) {
	for dir := folder; ; dir = filepath.Dir(dir) {
		git := filepath.Join(dir, ".git")
		if link, err := safe.ReadFile(git, mostLink); err == nil { // of a further working tree
			if git = strings.TrimSpace(strings.TrimPrefix(string(link), "gitdir:")); !filepath.IsAbs(git) {
				git = filepath.Join(dir, git)
			}
		}
		log, err := safe.ReadFile(filepath.Join(git, "logs", "HEAD"), mostLog)
		if err == nil {
			return headsIn(string(log))
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// digits are those of a commit.
var digits = regexp.MustCompile(`^[0-9a-f]+$`)

// headsIn are the lines of a reflog: two commits, who, when in seconds and the time zone, a tab and the message.
func headsIn(log string) (all Heads) {
	for line := range strings.Lines(log) {
		before, _, _ := strings.Cut(line, "\t")
		words := strings.Fields(before)
		if len(words) < 4 || !digits.MatchString(words[1]) {
			continue
		}
		if seconds, err := strconv.ParseInt(words[len(words)-2], 10, 64); err == nil {
			all = append(all, head{time.Unix(seconds, 0), words[1]})
		}
	}
	return all
}

// At is the commit that was checked out at a time, in the seven digits that git shows; empty: it is not known.
func (h Heads) At(t time.Time) string {
	after := sort.Search(len(h), func(i int) bool { return h[i].since.After(t) })
	if after == 0 {
		return ""
	}
	const short = 7
	return h[after-1].commit[:min(short, len(h[after-1].commit))]
}
