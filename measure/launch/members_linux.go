package launch

import (
	"bytes"
	"os"
	"strconv"
)

// members finds the processes of the group that still run: by the group, and
// by the mark in the environment, which those carry who left the group.
// Zombies do not count: they are dead, and where process 1 does not reap they
// stay.
func (g group) members() (found []process) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	mark := []byte(marker + "=" + g.mark + "\x00")
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil || id == os.Getpid() {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue
		}
		p, state, ok := parseStat(stat)
		if !ok || state == 'Z' || state == 'X' {
			continue
		}
		if p.group != g.leader {
			environ, err := os.ReadFile("/proc/" + entry.Name() + "/environ")
			if err != nil || !bytes.Contains(environ, mark) {
				continue
			}
		}
		p.id = id
		found = append(found, p)
	}
	return found
}

// parseStat reads name, state, parent and process group; see proc_pid_stat(5). The
// name stands in parentheses and may contain any character.
func parseStat(stat []byte) (p process, state byte, ok bool) {
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 0 || end < open {
		return p, 0, false
	}
	fields := bytes.Fields(stat[end+1:])
	if len(fields) < 3 {
		return p, 0, false
	}
	parent, err := strconv.Atoi(string(fields[1]))
	if err != nil {
		return p, 0, false
	}
	group, err := strconv.Atoi(string(fields[2]))
	if err != nil {
		return p, 0, false
	}
	return process{group: group, parent: parent, name: string(stat[open+1 : end])}, fields[0][0], true
}
