package e2e

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"beagle/internal/need"
)

// A program that runs is measured as it is: the cost of its method has the form that the source has, and the program goes on.
func TestAMethodOfARunningProgramIsLearnt(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("attaching works on Linux")
	}
	need.Java(t)
	folder := need.Folder(t, map[string]string{"app/Busy.java": `package app;

import java.util.Random;

public class Busy {
    static long work(int[] values, int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            for (int v : values) {
                sum = sum * 31 + v;
            }
        }
        return sum;
    }

    public static void main(String[] none) throws Exception {
        Random random = new Random(1);
        long sum = 0;
        System.out.println("ready");
        while (System.in.available() == 0) {
            sum += work(new int[10 + random.nextInt(400)], 1 + random.nextInt(100));
            Thread.sleep(1);
        }
        System.out.println("done " + sum);
    }
}
`})
	if out, err := exec.Command("javac", "-g", "-d", folder, filepath.Join(folder, "app", "Busy.java")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program := exec.Command("java", "-cp", folder, "app.Busy")
	in, err := program.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = program.Process.Kill(); _ = program.Wait() }()
	said := bufio.NewScanner(out)
	if !said.Scan() {
		t.Fatal("it did not start")
	}
	measured := call(t, folder, "attach-jvm", strconv.Itoa(program.Process.Pid), "Busy.work", "--for", "15s", "--calls", "3000", "--overhead", "20",
		"--at", "values.NUMBER_OF_ELEMENTS=200,rounds.VALUE=50", "--tables", "tables", "--output", "json")
	var result struct {
		Methods []struct {
			Method, Grows  string
			Calls, Counted int64
			At             []struct{ Mean float64 }
		}
		Overhead float64
	}
	if err := json.Unmarshal([]byte(measured.stdout), &result); err != nil || measured.code != 0 || len(result.Methods) != 1 {
		t.Fatalf("exit code %d, %v\n%s\n%s", measured.code, err, measured.stdout, measured.stderr)
	}
	m := result.Methods[0]
	if m.Method != "app.Busy.work(int[],int)" || m.Calls < 3000 || m.Counted < m.Calls || len(m.At) != 1 {
		t.Errorf("%s", measured.stdout)
	}
	// 10,000 steps that need one another, each of some ten clock cycles at most; compiled or not, the two sizes decide together.
	if mean := m.At[0].Mean; mean < 2e-6 || mean > 1e-4 {
		t.Errorf("200 values in 50 rounds cost %g s", mean)
	}
	if result.Overhead <= 0 || result.Overhead > 0.3 {
		t.Errorf("the overhead is %g", result.Overhead)
	}
	if fit := call(t, folder, "fit", "tables/app.Busy.work-ints-int.csv", "--target", "seconds", "--output", "json", "--budget", "10s"); fit.code != 0 {
		t.Errorf("the table cannot be learnt: %s", fit.stderr)
	}
	if info, err := os.Stat(filepath.Join(folder, "tables")); err != nil || info.Mode().Perm() != 0o700 {
		t.Error(info, err)
	}
	if _, err := in.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	for said.Scan() {
		if strings.HasPrefix(said.Text(), "done ") {
			return
		}
	}
	t.Error("the program did not go on to its end")
}
