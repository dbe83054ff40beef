package java

import "beagle/measure/java/syntax"

// StatementEnd is the last byte of the largest statement or method that begins at a byte; the byte itself where none
// does, as in a source that was changed since it was linked.
func (Language) StatementEnd(text string, start int) int {
	end := start
	file, err := syntax.Parse(text)
	if err != nil {
		return end
	}
	file.Root.Walk(func(n *syntax.Node) bool {
		if int(n.Start) == start && n != file.Root {
			end = max(end, int(n.End)-1)
		}
		return int(n.Start) <= start && start < int(n.End)
	})
	return end
}
