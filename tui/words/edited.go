package words

import (
	"strings"

	"beagle/internal/quantity"
	"beagle/tui/text"
)

// Edited is what people are told of sources that have changed since a model was
// extracted from them.
func Edited(files []string) string {
	const most = 3
	named := strings.Join(files[:min(len(files), most)], ", ")
	if more := len(files) - most; more > 0 {
		named += " and " + quantity.Count(int64(more)) + " more"
	}
	return quantity.Plural(len(files), "source has", "sources have") + " changed since the model was extracted: " + text.Safe(named) +
		". Extracted again, it has what they say now; what was learnt of all else is kept, and only what is otherwise is measured."
}
