package logs

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isArchive reports whether a file is a whole log in a zip.
func isArchive(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false // a pipe would be waited for
	}
	archive, err := zip.OpenReader(path)
	if err != nil {
		return false
	}
	defer archive.Close()
	return slices.ContainsFunc(archive.File, func(f *zip.File) bool { return strings.HasSuffix(f.Name, ".map") })
}

// archive reads a whole log from a zip.
func (c *contents) archive(ctx context.Context, path string) error {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", path, err)
	}
	defer archive.Close()
	slices.SortFunc(archive.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range archive.File {
		if strings.HasSuffix(file.Name, ".map") {
			if err := c.entry(file, path, c.useMap); err != nil {
				return err
			}
		}
	}
	reader := &logReader{contents: c}
	for _, file := range archive.File {
		if file.FileInfo().IsDir() || !isData(file.Name) {
			continue
		}
		err := c.entry(file, path, func(in io.Reader) error {
			reader.content(ctx, filepath.Join(path, filepath.Base(file.Name)), &boundedReader{in: in})
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// entry reads one file of an archive.
func (c *contents) entry(file *zip.File, path string, read func(io.Reader) error) error {
	in, err := file.Open()
	if err != nil {
		return fmt.Errorf("cannot read %s in %s: %w", file.Name, path, err)
	}
	defer in.Close()
	return read(in)
}
