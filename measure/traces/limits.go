package traces

import "fmt"

// Notes say what limits of memory left out of a result, and what to do.
func (r Result) Notes() (notes []string) {
	const more = "; more memory (--memory) or fewer sources at a time help"
	if r.Unsorted > 0 {
		notes = append(notes, fmt.Sprintf("%d valid traces are counted, but in no class, graph or tree: memory for further classes was used up%s", r.Unsorted, more))
	}
	if n := r.Reasons[TooMany]; n > 0 {
		notes = append(notes, fmt.Sprintf("%d traces were given up before they ended: more were open at a time than fit into memory%s", n, more))
	}
	if n := r.Reasons[TooLong]; n > 0 {
		notes = append(notes, fmt.Sprintf("%d traces have more executions than are kept of one trace; more memory (--memory) keeps more of them", n))
	}
	return notes
}
