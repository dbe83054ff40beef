package java

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"beagle/measure"
	"beagle/measure/java/classes"
	"beagle/measure/java/probed"
)

type copyDelivery struct {
	Place   probed.Place      // where the project and its copy lie
	Sources probed.Set        // what is to be rewritten
	Builder []string          // command that builds it
	Work    string            // folder for the build's output
	Brief   bool              // that folder does not outlast the build: no hint names it
	Say     func(text string) // progress in words
}

func (c *copyDelivery) Tree(ctx context.Context) error {
	return copyTree(ctx, c.Place.Project, c.Place.Copy, c.Work)
}

func (c *copyDelivery) Command(_ context.Context, l *measure.Launch, env map[string]string) ([]string, map[string]string, error) {
	return c.unchecked(c.arguments(l.Command), env)
}

func (c *copyDelivery) Packages() []string { return c.Sources.About().Runtimes.Names() }

func (c *copyDelivery) Close() error { return os.RemoveAll(filepath.Dir(c.Place.Copy)) }

func (c *copyDelivery) Needs(command []string) []string {
	return append([]string{c.Place.Copy}, classes.Jars(command, c.Place.Copy)...)
}

func (c *copyDelivery) arguments(command []string) []string {
	mapped := make([]string, len(command))
	for i, argument := range command {
		mapped[i] = argument
		if i > 0 && strings.Contains(argument, c.Place.Project) {
			parts := strings.Split(argument, string(filepath.ListSeparator))
			for k, part := range parts {
				if rest, ok := strings.CutPrefix(part, c.Place.Project); ok && (rest == "" || rest[0] == filepath.Separator) {
					parts[k] = c.Place.Copy + rest
				}
			}
			mapped[i] = strings.Join(parts, string(filepath.ListSeparator))
		}
	}
	return mapped
}

func (c *copyDelivery) Dir(dir string) string {
	if !filepath.IsAbs(dir) {
		return filepath.Join(c.Place.Copy, dir)
	}
	if inside, err := c.Place.Of(dir); err == nil {
		return inside
	}
	return dir
}
