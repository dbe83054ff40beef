package launch

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// members finds the processes of the group that still run.
func (g group) members() (found []process) {
	mark := []byte(marker + "=" + g.mark + "\x00")
	for _, p := range processes() {
		if p.ended || p.id == os.Getpid() || p.group != g.leader && !bytes.Contains(environOf(p.id), mark) {
			continue
		}
		found = append(found, p)
	}
	return found
}

func processes() (all []process) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if p, state, ok := parseStat([]byte(small("/proc/" + entry.Name() + "/stat"))); ok {
			p.id, p.ended = id, state == 'Z' || state == 'X'
			all = append(all, p)
		}
	}
	return all
}

func environOf(id int) []byte {
	environ, err := os.ReadFile("/proc/" + strconv.Itoa(id) + "/environ")
	if err != nil {
		return nil
	}
	return environ
}

// parseStat reads name, state, parent and process group; see proc_pid_stat(5).
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

// EndLeft kills what a process that was itself killed left running.
func EndLeft(work string) (ended int) {
	for _, p := range processes() {
		environ := environOf(p.id)
		if p.id == os.Getpid() || !bytes.Contains(environ, []byte("\x00"+marker+"=")) {
			continue
		}
		dir, _ := os.Readlink("/proc/" + strconv.Itoa(p.id) + "/cwd")
		if !bytes.Contains(environ, []byte("="+work+"/")) && !strings.HasPrefix(dir, work+"/") {
			continue
		}
		if unix.Kill(p.id, unix.SIGKILL) == nil {
			ended++
		}
	}
	return ended
}
