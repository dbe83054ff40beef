package config

// unique are names, each once, in their order.
func unique(names []string) []string {
	seen := map[string]bool{}
	var all []string
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			all = append(all, name)
		}
	}
	return all
}
