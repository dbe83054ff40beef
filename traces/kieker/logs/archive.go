package logs

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

func archived(at string) (logs []logSource) {
	if info, err := os.Stat(at); err != nil || !info.Mode().IsRegular() {
		return nil // a pipe would be waited for
	}
	archive, err := zip.OpenReader(at)
	if err != nil {
		return nil
	}
	defer archive.Close()
	folders := mapFolders(archive.File)
	for _, folder := range folders {
		log := logSource{path: at, archive: at, inside: folder}
		if len(folders) > 1 {
			log.path = filepath.Join(at, filepath.FromSlash(path.Clean("/"+folder)))
		}
		logs = append(logs, log)
	}
	return logs
}

func mapFolders(files []*zip.File) (folders []string) {
	for _, file := range files {
		if strings.HasSuffix(file.Name, ".map") {
			folders = append(folders, path.Dir(file.Name))
		}
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// mapFolder is the one of the folders whose map a file of records needs: its own, else the
// nearest around it, else the only one.
func mapFolder(file string, folders []string) string {
	for at := path.Dir(file); at != "." && at != "/"; at = path.Dir(at) {
		if slices.Contains(folders, at) {
			return at
		}
	}
	if slices.Contains(folders, ".") || len(folders) != 1 {
		return "."
	}
	return folders[0]
}

// archive reads a log from a folder in a zip. What its maps hold is bounded as that of a map on a disk is, whatever
// they were packed to; what the zip says of their size is only believed where it is too much.
func (c *contents) archive(ctx context.Context, at, folder string) error {
	archive, err := zip.OpenReader(at)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", at, err)
	}
	defer archive.Close()
	slices.SortFunc(archive.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range archive.File {
		if path.Dir(file.Name) != folder || !strings.HasSuffix(file.Name, ".map") {
			continue
		}
		if file.UncompressedSize64 > maxMap {
			return fmt.Errorf("cannot read %s in %s: %w", file.Name, at, errMapSize)
		}
		if err := c.entry(file, at, c.useMap); err != nil {
			return err
		}
	}
	folders := mapFolders(archive.File)
	reader := &logReader{contents: c}
	for _, file := range archive.File {
		if file.FileInfo().IsDir() || !isData(file.Name) || mapFolder(file.Name, folders) != folder {
			continue
		}
		err := c.entry(file, at, func(in io.Reader) error {
			reader.content(ctx, filepath.Join(at, filepath.Base(file.Name)), &boundedReader{in: in})
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *contents) entry(file *zip.File, at string, read func(io.Reader) error) error {
	in, err := file.Open()
	if err != nil {
		return fmt.Errorf("cannot read %s in %s: %w", file.Name, at, err)
	}
	defer in.Close()
	return read(in)
}
