package launch

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"beagle/internal/safe"
)

func small(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = file.Close() }()
	buffer := make([]byte, 8<<10)
	n, _ := file.Read(buffer)
	return string(buffer[:n])
}

// running is the number of tasks that run or want to: "0.5 0.4 0.3 2/345 6789"
// of /proc/loadavg (proc(5)), without this one.
func running() float64 {
	fields := strings.Fields(small("/proc/loadavg"))
	if len(fields) < 4 {
		return 0
	}
	tasks, _, _ := strings.Cut(fields[3], "/")
	return max(0, number(tasks)-1)
}

const (
	maxOwnProcesses = 256
	maxOwnThreads   = 1024 // of all
)

func own(processes []int) (tasks float64) {
	threads := 0
	for _, id := range processes {
		folder := "/proc/" + strconv.Itoa(id) + "/task/"
		entries, err := os.ReadDir(folder)
		if err != nil { // it has ended
			continue
		}
		for _, thread := range entries {
			if threads++; threads > maxOwnThreads {
				return tasks
			}
			if _, state, ok := parseStat([]byte(small(folder + thread.Name() + "/stat"))); ok && state == 'R' {
				tasks++
			}
		}
	}
	return tasks
}

func family() []int {
	all := []int{os.Getpid()}
	children := map[int][]int{}
	for _, p := range processes() {
		children[p.parent] = append(children[p.parent], p.id)
	}
	for i := 0; i < len(all) && len(all) < maxOwnProcesses; i++ { // the list grows meanwhile
		all = append(all, children[all[i]]...)
	}
	return all
}

// lately is how many tasks ran or wanted to, on average of the last minute.
func lately() float64 {
	fields := strings.Fields(small("/proc/loadavg"))
	if len(fields) == 0 {
		return 0
	}
	return number(fields[0])
}

func number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return x
}

func readCounters() (c counters) {
	// cpu user nice system idle iowait irq softirq steal (proc(5)).
	line, _, _ := strings.Cut(small("/proc/stat"), "\n")
	fields := strings.Fields(line)
	for i := 1; i < len(fields) && i <= 8; i++ {
		c.busy += number(fields[i])
	}
	if len(fields) > 8 {
		c.stolen = number(fields[8])
	}
	// some avg10=0.00 avg60=0.00 avg300=0.00 total=123 (us).
	if _, total, ok := strings.Cut(safe.FirstLine(small("/proc/pressure/cpu")), "total="); ok {
		c.waited = number(total) / 1e6
	}
	c.throttled = throttled()
	return c
}

// throttled is how long our control group, or one above it, was kept from
// running: throttled_usec of version 2, throttled_time (ns) of version 1.
func throttled() (seconds float64) {
	scan := bufio.NewScanner(bytes.NewReader([]byte(small("/proc/self/cgroup"))))
	for scan.Scan() {
		parts := strings.SplitN(scan.Text(), ":", 3)
		if len(parts) < 3 {
			continue
		}
		root := "/sys/fs/cgroup"
		switch {
		case strings.Contains(parts[1], "cpu,") || parts[1] == "cpu" || strings.HasSuffix(parts[1], ",cpu"):
			root = "/sys/fs/cgroup/cpu"
		case parts[1] != "":
			continue
		}
		for path := filepath.Clean("/" + parts[2]); ; path = filepath.Dir(path) {
			for line := range strings.Lines(small(filepath.Join(root, path, "cpu.stat"))) {
				name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch name {
				case "throttled_usec":
					seconds = max(seconds, number(value)/1e6)
				case "throttled_time":
					seconds = max(seconds, number(value)/1e9)
				}
			}
			if path == "/" {
				break
			}
		}
	}
	return seconds
}

func (n *Noise) settings() {
	n.Governor = strings.TrimSpace(small("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
	switch {
	case strings.TrimSpace(small("/sys/devices/system/cpu/intel_pstate/no_turbo")) == "0",
		strings.TrimSpace(small("/sys/devices/system/cpu/cpufreq/boost")) == "1":
		n.Turbo = "on"
	case strings.TrimSpace(small("/sys/devices/system/cpu/intel_pstate/no_turbo")) == "1",
		strings.TrimSpace(small("/sys/devices/system/cpu/cpufreq/boost")) == "0":
		n.Turbo = "off"
	}
	// "always [madvise] never"
	if _, rest, ok := strings.Cut(small("/sys/kernel/mm/transparent_hugepage/enabled"), "["); ok {
		n.HugePages, _, _ = strings.Cut(rest, "]")
	}
}
