package attached

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
)

// All are the JVMs of this machine that this user may attach to, by their process ids.
func All() (all []*JVM, err error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		if jvm, err := Find(pid); err == nil {
			all = append(all, jvm)
		}
	}
	slices.SortFunc(all, func(a, b *JVM) int { return a.PID - b.PID })
	return all, nil
}

// Find is the JVM with a process id. The error says why there is none, or none that this user may attach to.
func Find(pid int) (*JVM, error) {
	jvm := &JVM{PID: pid, inner: pid}
	proc := fmt.Sprintf("/proc/%d", pid)
	status, err := os.ReadFile(proc + "/status")
	if err != nil {
		return nil, problem(jvm, "there is none", "beagle attach-jvm lists the JVMs")
	}
	fields := map[string][]string{}
	for line := range strings.SplitSeq(string(status), "\n") {
		name, value, _ := strings.Cut(line, ":")
		fields[name] = strings.Fields(value)
	}
	if user := fields["Uid"]; len(user) > 1 {
		jvm.User, _ = strconv.Atoi(user[1]) // digits, says the kernel
	}
	if own := os.Geteuid(); own != 0 && own != jvm.User {
		return nil, problem(jvm, fmt.Sprintf("it belongs to another user (id %d)", jvm.User), fmt.Sprintf("run beagle as that user: sudo -u '#%d' beagle attach-jvm %d", jvm.User, pid))
	}
	maps, err := os.ReadFile(proc + "/maps")
	if err != nil {
		return nil, problem(jvm, "it cannot be read: "+err.Error(), "run beagle as its user, or as root")
	}
	if !bytes.Contains(maps, []byte("/libjvm.so")) {
		return nil, problem(jvm, "it is no JVM", "beagle attach-jvm lists the JVMs")
	}
	if inner := fields["NSpid"]; len(inner) > 0 {
		jvm.inner, _ = strconv.Atoi(inner[len(inner)-1])
	}
	if len(fields["NSpid"]) > 1 || !sameNamespace(pid) {
		jvm.root, jvm.Container = proc+"/root", container(pid)
	}
	command := words(proc + "/cmdline")
	jvm.Main = mainOf(proc, command)
	if jvm.process, err = os.FindProcess(pid); err != nil {
		return nil, problem(jvm, "there is none", "beagle attach-jvm lists the JVMs")
	}
	caught, _ := strconv.ParseUint(strings.Join(fields["SigCgt"], ""), 16, 64)
	switch {
	case len(fields["State"]) > 0 && strings.EqualFold(fields["State"][0], "t"):
		jvm.refused = fmt.Sprintf("it is stopped: continue it with kill -CONT %d", pid)
	case slices.Contains(command, "-XX:+DisableAttachMechanism"):
		jvm.refused = "it was started with -XX:+DisableAttachMechanism: start it without, or measure it from its start with beagle run"
	case caught>>(uint(syscall.SIGQUIT)-1)&1 == 0:
		jvm.refused = "it does not catch SIGQUIT, by which one attaches: it still starts, or was started with -Xrs"
	}
	return jvm, nil
}

func words(file string) []string {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil // it ended just now
	}
	return strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")
}

func mainOf(proc string, command []string) string {
	if len(command) == 0 {
		return ""
	}
	dir, _ := os.Readlink(proc + "/cwd") // paths stay relative where nobody knows
	if !jdk.IsJava(command[0]) {
		return filepath.Base(command[0]) // a program that has a JVM inside
	}
	c, err := classes.ReadCommand(command, dir, func(string) string { return "" })
	module := slices.IndexFunc(command, func(w string) bool { return w == "-m" || w == "--module" })
	switch {
	case err == nil && c.Main != "":
		return c.Main
	case module > 0 && module+1 < len(command):
		return command[module+1]
	case slices.Contains(command, "-jar") && len(c.Path) > 0:
		return filepath.Base(c.Path[0])
	}
	return filepath.Base(command[0])
}

func sameNamespace(pid int) bool {
	theirs, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/mnt", pid))
	ours, err2 := os.Readlink("/proc/self/ns/mnt")
	root, err3 := os.Readlink(fmt.Sprintf("/proc/%d/root", pid))
	return err == nil && err2 == nil && err3 == nil && theirs == ours && root == "/"
}

var containerID = regexp.MustCompile(`[0-9a-f]{64}`)

// container is the short id by which Docker, Podman and Kubernetes know a process's container, else "yes".
func container(pid int) string {
	groups, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	if id := containerID.Find(groups); err == nil && id != nil {
		return string(id[:12])
	}
	return "yes"
}

func (j *JVM) gone() bool { return j.process.Signal(syscall.Signal(0)) != nil }

// folder makes a folder that the JVM sees, too. In a container /tmp could be a link that leads out of it.
func (j *JVM) folder() (string, error) {
	temp := j.root + "/tmp"
	if info, err := os.Lstat(temp); err != nil || !info.IsDir() {
		return "", errors.Join(err, errors.New(temp+" is no folder"))
	}
	return os.MkdirTemp(temp, "beagle-attach-")
}

func (j *JVM) there(file string) string { return strings.TrimPrefix(file, j.root) }

// give gives the files of a folder to the JVM's user, and then the folder, in which that user can change nothing before.
func (j *JVM) give(folder string) error {
	if j.User == os.Geteuid() {
		return nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := os.Lchown(filepath.Join(folder, entry.Name()), j.User, -1); err != nil {
			return err
		}
	}
	return os.Lchown(folder, j.User, -1)
}

// load has the JVM load an agent with an argument, by the protocol of HotSpot's attach mechanism.
func (j *JVM) load(ctx context.Context, jar, argument string) error {
	door, err := j.open(ctx)
	if err != nil {
		return err
	}
	defer door.Close()
	if err := door.SetDeadline(time.Now().Add(starting)); err != nil {
		return err
	}
	request := strings.Join([]string{"1", "load", "instrument", "false", j.there(jar) + "=" + argument}, "\x00") + "\x00"
	if _, err := door.Write([]byte(request)); err != nil {
		return problem(j, "it does not listen: "+err.Error(), "")
	}
	const most = 1 << 16
	answer, err := io.ReadAll(io.LimitReader(door, most))
	if err != nil && len(answer) == 0 {
		return problem(j, "it does not answer: "+err.Error(), "see whether the program is stopped (state T in ps)")
	}
	return j.answered(string(answer))
}

// answered is the error of an answer.
func (j *JVM) answered(answer string) error {
	lines := strings.Split(strings.TrimSpace(answer), "\n")
	last := strings.TrimPrefix(lines[len(lines)-1], "return code: ")
	if lines[0] == "0" && last == "0" {
		return nil
	}
	said := strings.Join(lines[min(1, len(lines)-1):], " ")
	switch {
	case strings.Contains(said, "EnableDynamicAgentLoading"):
		return problem(j, "it was started with -XX:-EnableDynamicAgentLoading", "start it without, or measure it from its start with beagle run")
	case strings.Contains(said, "java.instrument"):
		return problem(j, "its Java has no module java.instrument", "start it with a Java that has it")
	}
	return problem(j, "it refused the agent: "+said, "see what the program writes to its standard error")
}

// open opens the JVM's door: a socket that it makes when it is asked by a file and SIGQUIT.
func (j *JVM) open(ctx context.Context) (net.Conn, error) {
	socket := fmt.Sprintf("%s/tmp/.java_pid%d", j.root, j.inner)
	if door, err := net.Dial("unix", socket); err == nil {
		return door, nil
	}
	ask := fmt.Sprintf("%s/tmp/.attach_pid%d", j.root, j.inner)
	if err := os.WriteFile(ask, nil, 0o600); err != nil {
		return nil, problem(j, "it cannot be asked: "+err.Error(), "make room in /tmp, or its permissions usual")
	}
	defer os.Remove(ask)
	if err := os.Lchown(ask, j.User, -1); err != nil {
		return nil, err
	}
	const asked = 5 * time.Second // HotSpot opens the door at the next safepoint, mostly within a tenth
	for wait := 10 * time.Millisecond; wait < asked; wait *= 2 {
		if err := j.process.Signal(syscall.SIGQUIT); errors.Is(err, os.ErrProcessDone) {
			return nil, problem(j, errGone.Error(), "")
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
		if door, err := net.Dial("unix", socket); err == nil {
			return door, nil
		}
	}
	return nil, problem(j, fmt.Sprintf("it did not open its door within %s", asked), "see whether the program is stopped (state T in ps), or was started with -XX:+DisableAttachMechanism")
}
