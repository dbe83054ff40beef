package wire

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// pages are where the messages of each point are documented.
const pages = "../../docs/extending"

// What the pages show as a conversation is one: each request has the members of its
// method, each answer those of the request that it answers.
func TestTheConversationsOnThePagesAreOnes(t *testing.T) {
	for _, point := range Points {
		page, err := os.ReadFile(filepath.Join(pages, string(point)+".md"))
		if err != nil {
			t.Fatal(err)
		}
		asked, answered := map[int64]exchange{}, 0
		for i, block := range strings.Split(string(page), "```") {
			lines, isJSON := strings.CutPrefix(block, "json\n")
			if i%2 == 0 || !isJSON {
				continue
			}
			for line := range strings.Lines(lines) {
				message, err := Parse([]byte(line))
				if err != nil {
					t.Fatalf("%s: %v: %s", point, err, line)
				}
				if message.Method != "" {
					x, known := exchanges[message.Method]
					if !known {
						t.Fatalf("%s: there is no method %s", point, message.Method)
					}
					asked[*message.ID] = x
					strictly(t, message.Params, x.params)
					continue
				}
				strictly(t, message.Result, asked[*message.ID].result)
				answered++
			}
		}
		if answered == 0 {
			t.Errorf("the page of %s shows no conversation", point)
		}
	}
}

// strictly decodes a message that may have no member that its type has not.
func strictly(t *testing.T, data []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(reflect.New(reflect.TypeOf(into)).Interface()); err != nil {
		t.Errorf("%v: %s", err, data)
	}
}
