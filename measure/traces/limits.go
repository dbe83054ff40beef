package traces

import "fmt"

// Notes say what limits of memory left out, and what to do.
func (c Counts) Notes() (notes []string) {
	const more = "; more memory (--memory) or fewer sources at a time help"
	if c.Unsorted > 0 {
		notes = append(notes, fmt.Sprintf("%d valid traces are counted, but in no class, graph or tree: memory for further classes was used up%s", c.Unsorted, more))
	}
	if n := c.Reasons[TooMany]; n > 0 {
		notes = append(notes, fmt.Sprintf("%d traces were given up before they ended: more were open at a time than fit into memory%s", n, more))
	}
	if n := c.Reasons[TooLong]; n > 0 {
		notes = append(notes, fmt.Sprintf("%d traces have more executions than are kept of one trace; more memory (--memory) keeps more of them", n))
	}
	return notes
}
