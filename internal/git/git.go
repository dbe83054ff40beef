// Package git asks the git program about repositories.
package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"beagle/internal/safe"
)

// Ask runs git in a folder and returns what it printed, without white space around it. The error has git's own first line.
func Ask(ctx context.Context, dir string, words ...string) (string, error) {
	c := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, words...)...)
	c.Env = append(os.Environ(), "LC_ALL=C", "GIT_TERMINAL_PROMPT=0")
	out, err := c.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		first, _, _ := strings.Cut(strings.TrimSpace(string(failed.Stderr)), "\n")
		return "", fmt.Errorf("git %s: %s", words[0], safe.Line(first))
	}
	return strings.TrimSpace(string(out)), err
}

// Place is where in which history a folder stands.
type Place struct {
	Project   string    // folder of the repository that all its working trees share, and the folder in it; without a repository the folder
	Inside    string    // the folder, in its working tree
	Commit    string    // whole; ends in -dirty where files that git knows differ from it; empty: there is no repository, or no commit
	Committed time.Time // zero: as Commit
	Depth     int       // commits in the history of Commit, which orders those of one second
}

// At is the place of a folder, or of a file.
func At(ctx context.Context, path string) (p Place, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return p, err
	}
	p.Project = path
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return p, err
	}
	where, err := Ask(ctx, path, "rev-parse", "--path-format=absolute", "--git-common-dir", "--show-prefix")
	if err != nil {
		return p, nil //nolint:nilerr // there is no repository, or no git
	}
	shared, inside, _ := strings.Cut(where, "\n")
	p.Inside = filepath.FromSlash(inside)
	p.Project = filepath.Join(strings.TrimSuffix(shared, string(filepath.Separator)+".git"), p.Inside)
	head, err := Ask(ctx, path, "rev-list", "--max-count=1", "--timestamp", "HEAD")
	if err != nil {
		return p, nil //nolint:nilerr // there is no commit yet
	}
	seconds, _, _ := strings.Cut(head, " ")
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return p, fmt.Errorf("git rev-list: %q is no time", seconds)
	}
	p.Committed = time.Unix(at, 0).UTC()
	depth, err := Ask(ctx, path, "rev-list", "--count", "HEAD")
	if err != nil {
		return p, err
	}
	if p.Depth, err = strconv.Atoi(depth); err != nil {
		return p, fmt.Errorf("git rev-list: %q is no number", depth)
	}
	p.Commit, err = Ask(ctx, path, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
	return p, err
}

// Short is a commit as git shows it.
func Short(commit string) string {
	const digits = 7
	hash, dirty, _ := strings.Cut(commit, "-")
	if hash = hash[:min(digits, len(hash))]; dirty != "" {
		return hash + "-" + dirty
	}
	return hash
}
