// Command cost holds what Beagle's drivers measure against JMH.
//
//	mvn -f bench/cost/pom.xml dependency:copy-dependencies -DoutputDirectory=/tmp/jars
//	go run ./bench/cost -jars /tmp/jars
//	go run ./bench/cost -jars /tmp/jars -draw 60 -against
package main

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/measure/java/driver"
)

//go:embed methods.txt
var methods string

//go:embed Replay.java
var replay []byte

const turns = 3 // launches of each

func main() {
	jars := flag.String("jars", "", "folder with the libraries and JMH (see pom.xml)")
	only := flag.String("only", "", "methods with this in their names")
	seconds := flag.Float64("seconds", 6, "of a launch of the driver")
	drawn := flag.Int("draw", 0, "instead, draw so many public methods of the libraries at random, and say which can be driven")
	seed := flag.Int64("seed", 39, "of what is drawn")
	against := flag.Bool("against", false, "hold those that were drawn and can be driven against JMH, too")
	own := flag.String("own", "", "draw from these libraries instead of those of libraries.txt, by the beginnings of their jars' names")
	flag.Parse()
	if *drawn > 0 {
		l := &lot{seconds: *seconds, seed: *seed, against: *against}
		if err := l.draw(context.Background(), os.Stdout, *jars, *own, *drawn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := run(context.Background(), os.Stdout, *jars, *only, *seconds); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, jars, only string, seconds float64) error {
	all, err := filepath.Glob(filepath.Join(jars, "*.jar"))
	if err != nil || len(all) == 0 {
		return errors.Join(err, fmt.Errorf("there are no jars in %q", jars))
	}
	var off score
	failed := 0
	for line := range strings.Lines(methods) {
		jar, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.Contains(name, only) {
			continue
		}
		r, err := compare(ctx, all, jar, name, seconds)
		if err != nil {
			failed++
			fmt.Fprintf(out, "%-60s %v\n", name, err)
			continue
		}
		off.add(out, name, r)
	}
	fmt.Fprintf(out, "%s; %d methods not driven\n", off, failed)
	return nil
}

// score has, for each method, the absolute logarithm of driver time / JMH time: 0 where both are the same.
type score []float64

func (s *score) add(out io.Writer, name string, r row) {
	*s = append(*s, math.Abs(math.Log(r.driver/r.jmh)))
	fmt.Fprintf(out, "%-60s %10.4g ns  JMH %10.4g ns  %+6.1f %%  %s\n", name, r.driver, r.jmh, 100*(r.driver/r.jmh-1), r.place)
}

func (s score) String() string {
	within := func(share float64) int {
		return len(slices.DeleteFunc(slices.Clone(s), func(x float64) bool { return !(x <= math.Log1p(share)) }))
	}
	return fmt.Sprintf("%d methods: %d within 10 %%, %d within 25 %%", len(s), within(0.10), within(0.25))
}

type row struct {
	driver, jmh float64
	place       string
}

func compare(ctx context.Context, jars []string, jar, name string, seconds float64) (r row, err error) {
	own := slices.IndexFunc(jars, func(j string) bool { return strings.HasPrefix(filepath.Base(j), jar+"-") })
	if own < 0 {
		return r, fmt.Errorf("there is no %s", jar)
	}
	work, err := os.MkdirTemp("", "beagle-jmh")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(work)
	x, err := driver.Read(ctx, driver.Program{Own: []string{jars[own]}, ClassPath: slices.Delete(slices.Clone(jars), own, own+1), Folder: filepath.Join(work, "drivers")})
	if err != nil {
		return r, err
	}
	defer x.Close()
	m, err := x.Find(name)
	if err != nil {
		return r, err
	}
	d, err := x.New(ctx, m, filepath.Join(work, "d"), "")
	if err != nil {
		return r, err
	}
	design, err := d.Explore(ctx, 3*seconds, 0.05, 12)
	if err != nil {
		return r, err
	}
	j := &jmh{work: work, driver: d, seconds: seconds}
	return j.against(ctx, design)
}

func (j *jmh) against(ctx context.Context, design driver.Design) (r row, err error) {
	place := len(design.Places) / 2 // places come in random order
	settled, share := true, 1.0
	for range turns {
		got, err := j.driver.Measure(ctx, design.Places, j.seconds)
		if err != nil {
			return r, err
		}
		j.fresh, j.order = got.Fresh, j.driver.Order(design.Places)
		sum, n := 0.0, 0.0
		for _, o := range got.Observations {
			if o.Place == place {
				sum, n = sum+o.Seconds*1e9, n+1
			}
		}
		r.driver += sum / n / turns
		settled, share = settled && got.Settled, min(share, got.Share)
		if err := j.fork(ctx, place); err != nil {
			return r, err
		}
	}
	for _, v := range design.Places[place] {
		r.place += fmt.Sprintf("%s=%g ", v.Name, v.To)
	}
	r.jmh = j.mean(place)
	r.place += fmt.Sprintf(" settled %v, a processor for %.0f %%", settled, 100*share)
	return r, nil
}

type jmh struct {
	work    string
	driver  *driver.Driver
	order   []byte
	seconds float64 // of a launch of the driver
	fresh   bool    // each call gets inputs of its own
	built   bool
}

var (
	className = regexp.MustCompile(`public final class (\w+) extends beagle_drive.Driver`)
	callLine  = regexp.MustCompile(`(?m)^            (?:beagle_drive\.Sink\.take\((.*)\)|(.*));\n        }\n    }\n}`)
	packLine  = regexp.MustCompile(`(?m)^package ([\w.]+);`)
)

// source makes a benchmark of a driver: the same typed call, consumed by JMH.
func (j *jmh) source(text string) (name, code string) {
	name = "Jmh" + className.FindStringSubmatch(text)[1]
	call := callLine.FindStringSubmatch(text)
	body := "hole.consume(" + call[1] + ");"
	if call[1] == "" {
		body = call[2] + ";"
	}
	text = text[:strings.Index(text, "    @Override\n    public void calls(")]
	text = className.ReplaceAllString(text, "@org.openjdk.jmh.annotations.State(org.openjdk.jmh.annotations.Scope.Thread) public class "+name+" extends beagle_drive.Driver")
	level, before, after, index := "Iteration", "", "", "int at = (int) calls++ & 7;"
	if j.fresh { // the clock runs around each call
		level, index = "Invocation", "int at = 0; calls++;"
		before = "put(0, replay.fresh());"
	}
	text += `
    private final String order = System.getProperty("order"), file = System.getProperty("file");
    @org.openjdk.jmh.annotations.Param({"0"}) public int place;
    private beagle_drive.Replay replay;
    private long calls, start, garbage, spent, wall;
    @org.openjdk.jmh.annotations.Setup(org.openjdk.jmh.annotations.Level.Trial) public void make() throws Throwable {
        replay = new beagle_drive.Replay(order, place);
        Object[][] all = replay.inputs();
        room(all.length);
        for (int i = 0; i < all.length; i++) put(i, all[i]);
    }
    @org.openjdk.jmh.annotations.Setup(org.openjdk.jmh.annotations.Level.` + level + `) public void begin() throws Throwable {
        ` + before + `
        garbage = beagle_drive.Replay.garbage();
        wall = System.nanoTime();
        start = beagle_drive.Replay.cpu();
    }
    @org.openjdk.jmh.annotations.TearDown(org.openjdk.jmh.annotations.Level.` + level + `) public void end() throws Exception {
        long cpu = beagle_drive.Replay.cpu() - start, paused = beagle_drive.Replay.garbage() - garbage;
        spent += Math.max(cpu - beagle_drive.Replay.OVERHEAD, 0) + (long) (paused * Math.min(1.0, (double) cpu / Math.max(System.nanoTime() - wall - paused, cpu)));
        ` + after + `
    }
    @org.openjdk.jmh.annotations.TearDown(org.openjdk.jmh.annotations.Level.Iteration) public void tell() throws Exception {
        if (calls > 0) beagle_drive.Replay.said(file, "iteration", place, calls, spent);
        calls = 0; spent = 0;
    }
    @org.openjdk.jmh.annotations.Benchmark public void call(org.openjdk.jmh.infra.Blackhole hole) throws Throwable {
        ` + index + `
        ` + body + `
    }
    @Override public void calls(int from, int n, int mask) { }
}
`
	return name, text
}

const warmUp, measured = 3, 3 // iterations

func (j *jmh) fork(ctx context.Context, place int) error {
	classes := filepath.Join(j.work, "d", "classes")
	options := j.driver.Options(filepath.Join(j.work, "home"), j.work)
	path := options[len(options)-1]
	text, err := os.ReadFile(j.driver.Source)
	if err != nil {
		return err
	}
	name, code := j.source(string(text))
	if !j.built {
		files := map[string][]byte{"Replay.java": replay, name + ".java": []byte(code)}
		for file, data := range files {
			if err := os.WriteFile(filepath.Join(j.work, file), data, 0o600); err != nil {
				return err
			}
		}
		said, err := exec.CommandContext(ctx, "javac", "-nowarn", "-d", classes, "-cp", path, filepath.Join(j.work, "Replay.java"), filepath.Join(j.work, name+".java")).CombinedOutput()
		if err != nil {
			return fmt.Errorf("the benchmark does not compile: %s", said)
		}
		j.built = true
	}
	if err := os.WriteFile(filepath.Join(j.work, "order"), j.order, 0o600); err != nil {
		return err
	}
	if pack := packLine.FindStringSubmatch(code); pack != nil {
		name = pack[1] + "." + name
	}
	each := fmt.Sprintf("%.0f", max(j.seconds/3, 1)) // so that half of the time is warm-up, and all of it twice a launch of the driver
	arguments := append(slices.Clone(options), "-Dorder="+filepath.Join(j.work, "order"), "-Dfile="+filepath.Join(j.work, "jmh"),
		"org.openjdk.jmh.Main", name+".call", "-f", "1", "-wi", strconv.Itoa(warmUp), "-w", each, "-i", strconv.Itoa(measured), "-r", each, "-p", fmt.Sprintf("place=%d", place), "-bm", "avgt")
	if said, err := exec.CommandContext(ctx, "java", arguments...).CombinedOutput(); err != nil || !strings.Contains(string(said), "Run complete") {
		return fmt.Errorf("JMH: %w: %.2000s", err, said)
	}
	return nil
}

func (j *jmh) mean(place int) float64 {
	file, err := os.Open(filepath.Join(j.work, "jmh"))
	if err != nil {
		return math.NaN()
	}
	defer file.Close()
	sum, n, at := 0.0, 0, 0
	for in := bufio.NewScanner(file); in.Scan(); {
		words := strings.Split(in.Text(), "\t")
		if len(words) != 4 || words[1] != strconv.Itoa(place) {
			continue
		}
		if at++; (at-1)%(warmUp+measured) < warmUp {
			continue
		}
		ns, err := strconv.ParseFloat(words[3], 64)
		if err == nil {
			sum, n = sum+ns, n+1
		}
	}
	return sum / float64(n)
}
