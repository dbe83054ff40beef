//go:build unix

// Command serving puts the example's upload behind an HTTP server, lets more and more
// users send files to it over the loopback, and sets what the upload took in the server
// beside what a model predicts for it at the same rate, as a table in Markdown:
//
//	beagle demo --dir /tmp/fileshare
//	go run ./bench/serving -project /tmp/fileshare
//
// The model knows the upload only. What the server and the clients use of the same
// processors is measured, too, and the last columns predict the upload with as much
// more load: what of the difference that explains.
package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"beagle/model"
	"beagle/predict"
	"beagle/statistics/robust"
)

//go:embed Serve.java
var source []byte

func main() {
	log.SetFlags(0)
	project := flag.String("project", "", "folder that beagle demo made")
	size := flag.Int("bytes", 262144, "length of a file")
	lasts := flag.Duration("time", 5*time.Second, "for each number of users")
	flag.Parse()
	ctx := context.Background()
	if err := compare(ctx, *project, *size, *lasts); err != nil {
		log.Fatal(err)
	}
}

func compare(ctx context.Context, project string, size int, lasts time.Duration) error {
	s, err := serve(ctx, project)
	if err != nil {
		return err
	}
	defer s.close()
	if _, err := s.use(size, 4, 0, lasts); err != nil { // until it is compiled
		return err
	}
	fmt.Println("| think time | users | requests a second | measured mean | by its CPU clock | median | predicted mean | off | median off | processors, all | the upload's | predicted with all load | off |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, think := range []time.Duration{20 * time.Millisecond, 4 * time.Millisecond} {
		for _, users := range []int{1, 2, 4, 8} {
			m, err := s.use(size, users, think, lasts)
			if err != nil {
				return err
			}
			alone, err := predicted(ctx, project, size, m.rate)
			if err != nil {
				return err
			}
			own := m.rate * *alone.Exact // processors that the upload keeps busy
			all := m.rate * (m.others + *alone.Exact)
			beside, err := predicted(ctx, project, size, m.rate*all/own)
			with, off := "overloaded", ""
			if err == nil {
				with, off = milliseconds(*beside.Mean), percent(*beside.Mean, m.mean)
			}
			fmt.Printf("| %v | %d | %.0f | %s | %s | %s | %s | %s | %s | %.2f | %.2f | %s | %s |\n",
				think, users, m.rate, milliseconds(m.mean), milliseconds(m.cpu), milliseconds(m.median), milliseconds(*alone.Mean), percent(*alone.Mean, m.mean), percent(*alone.Median, m.median), all, own, with, off)
		}
	}
	return nil
}

func milliseconds(x float64) string { return fmt.Sprintf("%.2f ms", 1e3*x) }

func percent(predicted, measured float64) string {
	return fmt.Sprintf("%+.0f %%", 100*(predicted/measured-1))
}

// predicted is the upload's response time where so many of them come a second.
func predicted(ctx context.Context, project string, size int, rate float64) (*predict.Response, error) {
	var inputs []predict.Input
	for _, char := range []model.Characterisation{model.ByteSize, model.NumberOfElements} {
		inputs = append(inputs, predict.Input{Variable: model.Variable{Name: "content", Char: char}, Text: fmt.Sprint(size)})
	}
	inputs = append(inputs, predict.Input{Variable: model.Variable{Name: "type", Char: model.ValueOf}, Text: `"TEXT"`})
	a, err := predict.Predict(ctx, predict.Question{
		Models: []string{filepath.Join(project, "model", "fileshare.calibrated.repository")}, Service: "FileUpload.upload", Inputs: inputs,
		Level: predict.Simulation, Seed: 1, Change: predict.Change{Rate: rate, Replicas: map[string]int{"machine.CPU": runtime.NumCPU()}},
	})
	if err != nil {
		return nil, err
	}
	r := &a.Scenarios[0].Response
	if r.Exact == nil || r.Mean == nil {
		return nil, errors.New("the model tells no mean")
	}
	return r, nil
}

// server is the program behind HTTP.
type server struct {
	command *exec.Cmd
	folder  string
	address string
}

func serve(ctx context.Context, project string) (*server, error) {
	folder, err := os.MkdirTemp("", "beagle-serving-")
	if err != nil {
		return nil, err
	}
	s := &server{folder: folder}
	file := filepath.Join(folder, "Serve.java")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		return nil, err
	}
	if out, err := exec.CommandContext(ctx, "javac", "-encoding", "UTF-8", "-d", folder, "-sourcepath", filepath.Join(project, "src", "main", "java"), file).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("javac: %w\n%s", err, out)
	}
	s.command = exec.CommandContext(ctx, "java", "-cp", folder, "fileshare.Serve")
	s.command.Stderr = os.Stderr
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.close()
		return nil, fmt.Errorf("the server does not begin: %w", err)
	}
	s.address = "http://127.0.0.1:" + strings.TrimSpace(line)
	return s, nil
}

func (s *server) close() {
	_ = s.command.Process.Kill()
	_ = s.command.Wait()
	_ = os.RemoveAll(s.folder)
}

// measured is what some users brought about; times are seconds.
type measured struct {
	rate              float64 // requests a second
	mean, cpu, median float64 // of the upload
	others            float64 // CPU time a request, outside of the upload: of the server and of the clients
}

// use sends files from users that think for exponential times.
func (s *server) use(size, users int, think, lasts time.Duration) (measured, error) {
	content := text(size)
	before, _, err := s.took()
	if err != nil {
		return measured{}, err
	}
	own := cpuTime()
	began := time.Now()
	var waiting sync.WaitGroup
	failures := make(chan error, users)
	for range users {
		waiting.Go(func() {
			for time.Since(began) < lasts {
				response, err := http.Post(s.address+"/upload", "text/plain", bytes.NewReader(content)) //nolint:noctx // it ends by itself
				if err != nil {
					failures <- err
					return
				}
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				time.Sleep(time.Duration(float64(think) * rand.ExpFloat64()))
			}
		})
	}
	waiting.Wait()
	took := time.Since(began).Seconds()
	own = cpuTime() - own
	select {
	case err := <-failures:
		return measured{}, err
	default:
	}
	after, calls, err := s.took()
	if err != nil {
		return measured{}, err
	}
	if len(calls) == 0 {
		return measured{}, errors.New("nothing was uploaded")
	}
	m := measured{rate: float64(len(calls)) / took}
	var clock []float64
	for _, c := range calls {
		clock = append(clock, c[0])
		m.mean += c[0] / float64(len(calls))
		m.cpu += c[1] / float64(len(calls))
	}
	m.median = robust.Median(clock)
	m.others = (after-before+own)/float64(len(calls)) - m.cpu
	return m, nil
}

// took asks the server for the CPU time of its process, and for what each upload
// took since it was asked last, on the clock and by its thread's CPU clock.
func (s *server) took() (process float64, calls [][2]float64, err error) {
	response, err := http.Get(s.address + "/took") //nolint:noctx // it ends by itself
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for first := true; lines.Scan(); first = false {
		var wall, own float64
		n, _ := fmt.Sscan(lines.Text(), &wall, &own)
		switch {
		case first:
			process = wall / 1e9
		case n == 2:
			calls = append(calls, [2]float64{wall / 1e9, own / 1e9})
		}
	}
	return process, calls, lines.Err()
}

// cpuTime is that of this process, in seconds.
func cpuTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// text has words as people write them.
func text(size int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]byte, size)
	for i := range out {
		out[i] = byte('a' + r.IntN(26))
		if r.IntN(6) == 0 {
			out[i] = ' '
		}
	}
	return out
}
