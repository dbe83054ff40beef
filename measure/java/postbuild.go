package java

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"beagle/model"
)

// maxClass bounds how much of a class file is looked at.
const maxClass = 16 << 20

var lombokImport = regexp.MustCompile(`(?m)(^|;)\s*import\s+(static\s+)?lombok\.`)

// changedByBuild notes what the overlay's compiler does not do, but the
// project's build did: the class that is loaded in place of the program's would
// lack it.
func (p *preparation) changedByBuild(path []string) {
	note := func(file, message string) {
		p.notes = append(p.notes, model.Problem{
			Severity: model.Warning, Rule: "overlay", File: file, Message: message,
			Hint: "set build: then an instrumented copy is built as the project builds, and run",
		})
	}
	for _, file := range p.files {
		if lombokImport.MatchString(file.file.Source) {
			note(file.path, "the source uses Lombok, which runs in the project's build only: without it the file may not compile with probes")
		}
		for _, entry := range path {
			class, err := readWhole(entry, file.class()+".class")
			if err != nil {
				continue
			}
			if bytes.Contains(class, []byte("org/aspectj/runtime")) || bytes.Contains(class, []byte("ajc$")) {
				note(file.path, "AspectJ wove aspects into the class of this source; the class with probes is without them")
			}
			break
		}
	}
	for _, entry := range path {
		if inner := jarInside(entry); inner != "" {
			note(entry, "the jar holds jars ("+inner+"), in which the compiler finds no classes")
		}
	}
}

// readWhole reads a class file from a folder or jar.
func readWhole(entry, name string) ([]byte, error) {
	if info, err := os.Stat(entry); err != nil || info.IsDir() {
		file, err := os.Open(filepath.Join(entry, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(io.LimitReader(file, maxClass))
	}
	archive, err := zip.OpenReader(entry)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	file, err := archive.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxClass))
}

// jarInside is the name of a jar that a jar holds; empty: none.
func jarInside(entry string) string {
	archive, err := zip.OpenReader(entry)
	if err != nil {
		return ""
	}
	defer archive.Close()
	for _, file := range archive.File {
		if strings.HasSuffix(file.Name, ".jar") {
			return file.Name
		}
	}
	return ""
}
