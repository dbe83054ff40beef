package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheUsersOwnFileSaysHowScreensLook(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	text := "seed: 7\nscreens:\n  theme: mono\n  colors: {accent: \"#112233\"}\n  mouse: false\n  keys:\n    review: {accept: [y, ctrl+y]}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := ReadScreens(file)
	if err != nil {
		t.Fatal(err)
	}
	if s.Theme != "mono" || s.Background != "auto" || s.Mouse || s.Colors["accent"] != "#112233" || strings.Join(s.Keys["review"]["accept"], " ") != "y ctrl+y" || s.KeysLine != 6 {
		t.Errorf("read %+v", s)
	}
	if user, err := readFile(file); err != nil || user.config.Seed != 7 {
		t.Errorf("the settings beside them: seed %d, %v", user.config.Seed, err)
	}
	if s, err = ReadScreens(filepath.Join(t.TempDir(), "none")); err != nil || s.Theme != "default" || !s.Mouse {
		t.Errorf("without a file: %+v, %v", s, err)
	}
}

func TestWrongSettingsOfScreensNameFileAndLine(t *testing.T) {
	dir := t.TempDir()
	for says, text := range map[string]string{
		":2:":                                 "screens:\n  thme: mono\n",
		"screens.theme is \"pink\", but must": "screens: {theme: pink}\n",
		"screens.keys.review must hold":       "screens: {keys: {review: y}}\n",
		"must be a list":                      "screens: {keys: {review: {accept: y}}}\n",
		"screens must hold keys and values":   "screens: 3\n",
	} {
		file := filepath.Join(dir, "config.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadScreens(file); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAProjectDoesNotSayHowScreensLook(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte("model: a.repository\nscreens: {theme: mono}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(Options{Project: dir}); err == nil || !strings.Contains(err.Error(), "everybody's own") || !strings.Contains(err.Error(), ":2") {
		t.Errorf("%v", err)
	}
}
