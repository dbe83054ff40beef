package project

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"beagle/internal/charset"
	"beagle/internal/safe"
	"beagle/model"
)

// MaxBuild bounds a build file that is read.
const MaxBuild = 4 << 20

// Decode is a decoder of a build file of Maven's, in whatever encoding it says that it has.
func Decode(data []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(name string, text io.Reader) (io.Reader, error) {
		code := charset.Named(name)
		if code == nil {
			return nil, fmt.Errorf("nobody knows the encoding %q", name)
		}
		return code.NewDecoder().Reader(text), nil
	}
	return d
}

// unread says which build files of Maven's say nothing, since they cannot be read: what they say of launches would
// be missing without a word.
func (p *Project) unread() {
	const costs = "what it says of classes that are run, of their arguments and of options of tests is not known"
	for _, file := range p.builds {
		if filepath.Base(file) != "pom.xml" {
			continue
		}
		problem := model.Problem{Severity: model.Warning, Rule: "build-file", File: file}
		data, err := safe.ReadFile(file, MaxBuild)
		info, stat := os.Stat(file)
		switch {
		case err != nil && stat == nil && info.Size() > MaxBuild:
			problem.Message = fmt.Sprintf("the build file is larger than %d MB, and is not read: %s", MaxBuild>>20, costs)
			problem.Hint = "write the launches that it has into beagle.yaml (launch:), or move what makes it large to a file of its own"
		case err != nil:
			problem.Message = "the build file cannot be read: " + safe.Cause(err).Error() + "; " + costs
			problem.Hint = "let the user who runs beagle read it"
		default:
			if err = wellFormed(data); err == nil {
				continue
			}
			problem.Message = "the build file is no XML that can be read: " + err.Error() + "; " + costs
			problem.Hint = "mend it: Maven does not read it, either"
		}
		p.Problems = append(p.Problems, problem)
	}
}

// wellFormed says what is wrong with XML; nil: nothing.
func wellFormed(data []byte) error { return Decode(data).Decode(&struct{}{}) }
