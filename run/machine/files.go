package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/model"
)

// File is a file, folder or link as the other side is told of it.
type File struct {
	Path string `json:"path"` // below the receiver's folder, with slashes
	Mode uint32 `json:"mode"` // as fs.FileMode
	Size int64  `json:"size,omitempty"`
	Time int64  `json:"time,omitempty"` // when it was changed, ns since 1970: builds compare them
	Sum  string `json:"sum,omitempty"`  // SHA-256 of the content
	Link string `json:"link,omitempty"` // of a link: where it points

	From string `json:"-"` // where it lies on the sender's side
}

const (
	mostFiles = 200_000
	mostBytes = 4 << 30
)

// List lists what lies at a path, which the other side gets at to. skip says of paths below what stays here.
func List(from, to string, skip func(relative string, entry fs.DirEntry) bool) (files []File, err error) {
	size := int64(0)
	err = filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if relative != "." && skip(relative, entry) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		one, err := about(from, name, relative)
		if err != nil || one == nil {
			return err
		}
		one.Path = path.Join(to, filepath.ToSlash(relative))
		files = append(files, *one)
		if size += one.Size; size > mostBytes || len(files) > mostFiles {
			return model.Problem{
				Severity: model.Error, Rule: "machine", File: from, Message: fmt.Sprintf("%s holds more than %d files or %d GiB, which is more than goes to another machine", from, mostFiles, mostBytes>>30),
				Hint: "run Beagle in a smaller folder, or on that machine",
			}
		}
		return nil
	})
	return files, err
}

// about says what a path is.
func about(root, name, relative string) (*File, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		if to, err := os.Readlink(name); err == nil && within(relative, to) {
			return &File{Mode: uint32(info.Mode()), Link: filepath.ToSlash(to)}, nil
		}
		if info, err = os.Stat(name); err != nil || name != root && info.IsDir() {
			return nil, nil //nolint:nilerr // a broken link is not sent
		}
	}
	one := &File{Mode: uint32(info.Mode() & (fs.ModeDir | fs.ModePerm)), From: name}
	switch {
	case info.IsDir():
		return one, nil
	case !info.Mode().IsRegular():
		return nil, nil
	}
	one.Size, one.Time = info.Size(), info.ModTime().UnixNano()
	one.Sum, err = hash.DigestFile(name)
	return one, err
}

func within(at, to string) bool {
	return at != "." && to != "" && !filepath.IsAbs(to) && filepath.IsLocal(filepath.Join(filepath.Dir(at), to))
}

// Offer tells the other side of files and sends the contents that it does not have.
func Offer(to io.Writer, files []File, hear func(into any) error) error {
	if err := Say(to, files, nil); err != nil {
		return err
	}
	var wanted []int
	if err := hear(&wanted); err != nil {
		return err
	}
	for _, i := range wanted {
		if i < 0 || i >= len(files) {
			return errors.New("the other side wants a file that it was not told of")
		}
		if err := send(to, &files[i]); err != nil {
			return err
		}
	}
	return nil
}

func send(to io.Writer, one *File) error {
	file, err := os.Open(one.From)
	if err != nil {
		return model.AsProblem(err, "machine")
	}
	defer file.Close()
	if _, err = io.CopyN(to, file, one.Size); errors.Is(err, io.EOF) {
		err = model.Problem{Severity: model.Error, Rule: "machine", Message: one.From + " became shorter while it was read", Hint: "try again when nothing writes there"}
	}
	return err
}

// Say writes an answer as one line.
func Say(to io.Writer, value any, err error) error {
	var a Answer
	if err != nil {
		p := model.AsProblem(err, "machine")
		if safe.Full(err) {
			p.Message, p.Hint = "the disk is full", "make room there, or set machine.dir to a folder on another disk"
		}
		a.Error = &p
	} else if a.Value, err = json.Marshal(value); err != nil {
		return err
	}
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = to.Write(append(line, '\n'))
	return err
}

// ErrWrong marks what no other side that means well sends.
var ErrWrong = errors.New("the other machine sends what it should not")

// Accept gets files into a folder, and none anywhere else.
func Accept(to io.Writer, from io.Reader, root *os.Root, files []File, only ...string) error {
	named := map[string]bool{}
	size := int64(0)
	for i := range files {
		one := &files[i]
		mode := fs.FileMode(one.Mode)
		local := filepath.FromSlash(one.Path)
		if !filepath.IsLocal(local) || path.Clean(one.Path) != one.Path || one.Size < 0 || named[one.Path] {
			return fmt.Errorf("%w: %.60q is no path below a folder", ErrWrong, one.Path)
		}
		if mode&fs.ModeSymlink != 0 && !within(local, filepath.FromSlash(one.Link)) {
			return fmt.Errorf("%w: the link %.60q points out of its folder", ErrWrong, one.Path)
		}
		if mode&^(fs.ModeSymlink|fs.ModeDir|fs.ModePerm) != 0 {
			return fmt.Errorf("%w: %.60q is no file", ErrWrong, one.Path)
		}
		named[one.Path] = true
		for up := path.Dir(one.Path); up != "."; up = path.Dir(up) {
			named[up] = true
		}
		if size += one.Size; size > mostBytes || len(files) > mostFiles {
			return fmt.Errorf("%w: too many files", ErrWrong)
		}
	}
	for _, folder := range only {
		if err := prune(root, folder, named); err != nil {
			return err
		}
	}
	wanted := []int{}
	for i := range files {
		need, err := place(root, &files[i])
		if err != nil {
			return err
		}
		if need {
			wanted = append(wanted, i)
		}
	}
	if err := Say(to, wanted, nil); err != nil {
		return err
	}
	for _, i := range wanted {
		if err := receive(root, &files[i], from); err != nil {
			return err
		}
	}
	return nil
}

func prune(root *os.Root, folder string, named map[string]bool) error {
	var gone []string
	err := fs.WalkDir(root.FS(), folder, func(name string, _ fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !named[name] && name != folder:
			gone = append(gone, name)
		}
		return nil
	})
	slices.Reverse(gone) // contents before their folder
	for _, name := range gone {
		err = errors.Join(err, root.RemoveAll(name))
	}
	return err
}

func place(root *os.Root, one *File) (need bool, err error) {
	name := filepath.FromSlash(one.Path)
	mode := fs.FileMode(one.Mode)
	info, err := root.Lstat(name)
	if err == nil && info.Mode().Type() != mode.Type() {
		if err := root.RemoveAll(name); err != nil {
			return false, err
		}
		info = nil
	} else if err != nil {
		info = nil
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return false, err
	}
	switch {
	case mode.IsDir():
		return false, root.MkdirAll(name, 0o700)
	case mode&fs.ModeSymlink != 0:
		if info != nil {
			if err := root.Remove(name); err != nil {
				return false, err
			}
		}
		return false, root.Symlink(filepath.FromSlash(one.Link), name)
	case info == nil || info.Size() != one.Size:
		return true, nil
	}
	file, err := root.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	if sum, err := hash.DigestOf(file); err != nil || sum != one.Sum {
		return true, err
	}
	return false, finish(root, name, one)
}

func finish(root *os.Root, name string, one *File) error {
	at := time.Unix(0, one.Time)
	return errors.Join(root.Chmod(name, fs.FileMode(one.Mode).Perm()|0o600), root.Chtimes(name, at, at))
}

func receive(root *os.Root, one *File, from io.Reader) error {
	name := filepath.FromSlash(one.Path)
	fresh := name + ".coming"
	out, err := root.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, err = io.CopyN(io.MultiWriter(out, sum), from, one.Size)
	if err = errors.Join(err, out.Close()); err == nil && hex.EncodeToString(sum.Sum(nil)) != one.Sum {
		err = fmt.Errorf("%.60q did not come as it left", one.Path)
	}
	if err != nil {
		return errors.Join(err, root.Remove(fresh))
	}
	if err := root.Rename(fresh, name); err != nil {
		return err
	}
	return finish(root, name, one)
}

// Moved is a text with paths of this side in place of those of the other.
func Moved(text, from, to string) string {
	var out strings.Builder
	for {
		i := strings.Index(text, from)
		if i < 0 || from == "" {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(text[:i])
		before := text[:i]
		text = text[i+len(from):]
		if text != "" && strings.ContainsRune(nameRunes, rune(text[0])) || before != "" && strings.ContainsRune(nameRunes+"/", rune(before[len(before)-1])) {
			out.WriteString(from)
		} else {
			out.WriteString(to)
		}
	}
}

const nameRunes = ".-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
