package launches

import (
	"path/filepath"
	"regexp"
	"strings"

	"beagle/internal/safe"
)

var (
	xmlComment   = regexp.MustCompile(`(?s)<!--.*?-->`)
	profileBlock = regexp.MustCompile(`(?s)<profile>(.*?)</profile>`)
	profileID    = regexp.MustCompile(`<id>\s*([\w.-]+)\s*</id>`)
	moduleLine   = regexp.MustCompile(`<module>\s*([^<]+?)\s*</module>`)
)

// profile is the Maven profile without which the project's build does not know a module, since
// only the profile lists it or a folder above it; empty: it needs none.
func (f *finder) profile(dir string) string {
	for _, file := range f.p.Builds() {
		if filepath.Base(file) != "pom.xml" {
			continue
		}
		data, err := safe.ReadFile(file, maxSource)
		if err != nil {
			continue
		}
		text := xmlComment.ReplaceAllString(string(data), "")
		if lists(profileBlock.ReplaceAllString(text, ""), file, dir) {
			continue
		}
		for _, block := range profileBlock.FindAllStringSubmatch(text, -1) {
			if id := profileID.FindStringSubmatch(block[1]); id != nil && lists(block[1], file, dir) {
				return id[1]
			}
		}
	}
	return ""
}

// lists reports whether a part of a build file names a folder, or one above it, as a module.
func lists(text, file, dir string) bool {
	for _, m := range moduleLine.FindAllStringSubmatch(text, -1) {
		module := filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))
		if dir == module || strings.HasPrefix(dir, module+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
