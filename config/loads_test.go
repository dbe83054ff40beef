package config

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"beagle/measure/launch/load"
)

const server = "model: m.repository\nsources: [src]\nlaunch:\n  - name: server\n    command: [java, Server]\n    ready: {port: 8080}\n"

func TestRequestsOfALaunchAreReadAndWrittenBack(t *testing.T) {
	dir := project(t, server+`    load:
      rate: 50/s
      warm_up: 5s
      within: 2s
      requests:
        - {name: sort, path: "/sort?n={n}", weight: 3}
        - {path: /store, method: PUT, headers: {Accept: text/plain}, size: "{bytes}"}
      values: {n: 10..5000, bytes: [100, 1000]}
    for: 1m
`)
	want := &load.Workload{
		Rate: 50, WarmUp: 5 * time.Second, Within: 2 * time.Second,
		Requests: []load.Request{
			{Name: "sort", Path: "/sort?n={n}", Weight: 3},
			{Path: "/store", Method: "PUT", Headers: map[string]string{"Accept": "text/plain"}, Size: "{bytes}"},
		},
		Values: map[string][]string{"n": {"10..5000"}, "bytes": {"100", "1000"}},
	}
	for range 2 {
		s, err := Load(Options{Project: dir})
		if err != nil {
			t.Fatal(err)
		}
		cfg, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		got := cfg.Launch[0]
		if !reflect.DeepEqual(got.Workload, want) || got.For != time.Minute || got.Server().Workload.URL != "http://127.0.0.1:8080" {
			t.Errorf("%+v", got.Workload)
		}
		text := emitAll("", launches.plain(cfg.Launch, dir).([]yaml.MapSlice)[0])
		dir = project(t, "model: m.repository\nsources: [src]\nlaunch:\n  - "+strings.TrimSpace(strings.ReplaceAll(text, "\n", "\n    "))+"\n")
	}
}

func TestALoadThatCannotBeSentIsRefusedAtItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"    load: {rate: 50/s, requests: [{path: /}]}\n":                         "gets requests without an end; write for: 60s",
		"    load: {rate: 50/s, requests: [{path: x}]}\n    for: 1s\n":            "its path does not begin with /",
		"    load: {rate: fast, requests: [{path: /}]}\n    for: 1s\n":            "a number of requests a second, such as 50/s",
		"    load: {rat: 50/s, requests: [{path: /}]}\n    for: 1s\n":             "unknown key launch[0].load.rat",
		"    load: {users: 1, requests: {path: /}}\n    for: 1s\n":                "must be a list of requests such as {path: /}",
		"    load: {users: 1, requests: [{path: /}], values: [1]}\n    for: 1s\n": "must hold names and values",
	} {
		_, err := Load(Options{Project: project(t, server+text)})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "beagle.yaml:") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
