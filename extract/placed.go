package extract

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"beagle/internal/safe"
	"beagle/model"
)

type placed struct {
	folder string
	made   []string // folders that were not there
	was    []former
}

type former struct {
	path string
	data []byte
}

func newPlaced(folder string) (*placed, error) {
	p := &placed{folder: folder}
	for at := filepath.Clean(folder); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			break
		}
		p.made = append(p.made, at)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "write", File: folder, Message: "the folder cannot be made: " + safe.Cause(err).Error(), Hint: "name another one with --out"}
	}
	return p, nil
}

func (p *placed) before(path string) error {
	data, err := safe.ReadFile(path, maxRecord)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		data = nil
	case err != nil:
		return err
	case data == nil:
		data = []byte{}
	}
	p.was = append(p.was, former{path, data})
	return nil
}

func (p *placed) write(path string, data []byte, o safe.WriteOptions) (backup string, err error) {
	if err := p.before(path); err != nil {
		return "", err
	}
	backup, err = safe.WriteFile(path, data, o)
	if backup != "" && err == nil {
		p.was = append(p.was, former{backup, nil})
	}
	return backup, err
}

func (p *placed) undo() (all error) {
	for i := len(p.was) - 1; i >= 0; i-- {
		f := p.was[i]
		var err error
		if f.data == nil {
			if err = os.Remove(f.path); errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		} else {
			_, err = safe.WriteFile(f.path, f.data, safe.WriteOptions{})
		}
		all = errors.Join(all, err)
	}
	for _, folder := range p.made { // the innermost first
		if err := os.Remove(folder); err != nil {
			break // somebody else has put something there
		}
	}
	return all
}
