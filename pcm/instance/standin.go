package instance

import (
	"bytes"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

// Calibrated is the name that an analysis gives the calibrated copy of a repository.
func Calibrated(repository string) string {
	return strings.TrimSuffix(repository, repositoryFile) + ".calibrated" + repositoryFile
}

var toRepository = regexp.MustCompile(`href="([^"#]+\.repository)#`)

// standIn has a copy of a repository stand in for it: the other files of a model refer to the repository by its name,
// so that without this a calibrated copy would be read and never used.
func (r *files) standIn(chosen map[string]string) (instead string, err error) {
	copied, system := chosen[repositoryFile], chosen[systemFile]
	if copied == "" || system == "" {
		return "", nil
	}
	text, err := safe.ReadFile(system, xmi.MaxBytes)
	if err != nil {
		return "", model.Problem{Severity: model.Error, File: system, Rule: "file", Message: "the file cannot be read: " + err.Error()}
	}
	for _, m := range toRepository.FindAllSubmatch(text, -1) {
		name, err := url.PathUnescape(string(m[1]))
		if err != nil || strings.Contains(name, ":") {
			continue
		}
		named := filepath.Join(filepath.Dir(system), filepath.FromSlash(name))
		if safe.SameFile(named, copied) {
			return "", nil
		}
		content, err := safe.ReadFile(copied, xmi.MaxBytes)
		if err != nil {
			return "", nil //nolint:nilerr // opening it says so
		}
		if id := rootID(content); id == "" || id != rootIDOf(named) {
			continue
		}
		r.repository, r.copied, chosen[repositoryFile] = content, copied, named
		return named, nil
	}
	return "", nil
}

func rootIDOf(path string) string {
	content, err := safe.ReadFile(path, xmi.MaxBytes)
	if err != nil {
		return ""
	}
	return rootID(content)
}

func rootID(content []byte) string {
	doc, err := xmi.Parse(bytes.Clone(content))
	if err != nil {
		return ""
	}
	root := doc.Root
	if xmi.IsWrapper(root) && root.First != nil {
		root = root.First
	}
	return xmi.ID(root)
}
