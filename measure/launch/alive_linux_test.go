package launch

import (
	"os"
	"strconv"
)

// alive reports whether a process runs; a zombie does not.
func alive(id int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(id) + "/stat")
	if err != nil {
		return false
	}
	_, state, ok := parseStat(stat)
	return ok && state != 'Z'
}
