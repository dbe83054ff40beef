package compare

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestARunHasTheCommitThatWasCheckedOutWhenItBegan(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "module", "src")
	for _, folder := range []string{inside, filepath.Join(dir, ".git", "logs")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	log := "0000000000000000000000000000000000000000 1111111aaaaaaaaa A B <a@b> 1000 +0100\tcommit (initial): one\n" +
		"1111111aaaaaaaaa 2222222bbbbbbbbb A B <a@b> 2000 +0100\tcommit: two\n"
	if err := os.WriteFile(filepath.Join(dir, ".git", "logs", "HEAD"), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	heads := HeadsOf(inside)
	for seconds, want := range map[int64]string{999: "", 1000: "1111111", 1999: "1111111", 2000: "2222222", 9000: "2222222"} {
		if got := heads.At(time.Unix(seconds, 0)); got != want {
			t.Errorf("at %d the commit is %q, want %q", seconds, got, want)
		}
	}
	hostile := "0 \x1b[2Jred A B <a@b> 1000 +0100\tcommit: one\n"
	if got := headsIn(hostile); got != nil {
		t.Errorf("%v is taken for a commit", got)
	}
	tree := t.TempDir() // a further working tree of the repository
	if err := os.WriteFile(filepath.Join(tree, ".git"), []byte("gitdir: "+filepath.Join(dir, ".git")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := HeadsOf(tree).At(time.Unix(1500, 0)); got != "1111111" {
		t.Errorf("in another working tree the commit is %q", got)
	}
	if got := HeadsOf(t.TempDir()); got != nil {
		t.Errorf("outside of a repository there are %v", got)
	}
}
