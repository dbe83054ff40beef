package extension

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"beagle/extension"
	"beagle/extension/wire"
)

// cases are the kit, in the order in which they are tried.
var cases = []testCase{
	{"", "handshake agrees with the manifest", handshake},
	{"", "a method that there is not is refused", func(ctx context.Context, s *session) (string, error) { return "", s.lives(ctx) }},
	{"", "a line that is no message is survived", garbage},
	{"", "a long message is read", long},
	{"", "a request that is cancelled is answered soon", cancelled},
	{"", "it ends when its input ends", ends},
	{wire.Analyser, "expressions are of the language", proposes},
	{wire.Analyser, "the same request has the same answer", deterministic},
	{wire.Analyser, "an element without variables", withoutColumns},
	{wire.Analyser, "values that were not observed", withHoles},
	{wire.Analyser, "one row", oneRow},
	{wire.Fitness, "a grade for each proposal", grades},
	{wire.Notifier, "a notice is taken", notifies},
	{wire.Reporter, "a report has content", reports},
	{wire.Tool, "an empty order", emptyOrder},
	{wire.Tool, "a section whose source is not there is said", missingSource},
	{wire.Tool, "a command is given back", launches},
	{wire.Language, "says which files are its sources", suffixes},
	{wire.Language, "an empty source", emptySource},
	{wire.Language, "a file that is no source is refused, or empty", foreignSource},
	{wire.Adapter, "says which files are its models", modelSuffixes},
	{wire.Adapter, "its example has elements", exampleModel},
	{wire.Adapter, "a file that is no model is refused", foreignModel},
	{wire.Adapter, "new values stand in the file, and all else stays", changesModel},
	{wire.Adapter, "text that is no expression has problems", judgesText},
}

func handshake(ctx context.Context, s *session) (string, error) {
	said, err := s.x.Hello(ctx)
	return fmt.Sprintf("%s %s, %v", said.Name, said.Version, said.Points), err
}

// garbage sends lines that are no messages; the extension has to go on.
func garbage(ctx context.Context, s *session) (string, error) {
	for _, line := range []string{"\n", "hello\n", "{\"jsonrpc\"\n", "[1, 2]\n", "{\"jsonrpc\":\"2.0\",\"method\":\"beagle/nothing\"}\n"} {
		if err := s.process.Disturb(line); err != nil {
			return "", err
		}
	}
	return "", s.lives(ctx)
}

func long(ctx context.Context, s *session) (string, error) {
	err := s.process.Call(ctx, "beagle/no-such-method", strings.Repeat("x", 2<<20), new(any), 20*time.Second, nil)
	var refusal extension.RefusalError
	if errors.As(err, &refusal) {
		return "2 MiB", nil
	}
	return "", err
}

func cancelled(ctx context.Context, s *session) (string, error) {
	method, params := "beagle/no-such-method", any(struct{}{})
	if s.x.Has(wire.Analyser) {
		method, params = wire.Propose, s.order()
	}
	middle, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	err := s.process.Call(middle, method, params, new(any), time.Minute, nil)
	if s.process.Dead() {
		return "", errors.New("it had not answered 2 s after it was cancelled, and was ended")
	}
	detail := "it was quicker than the cancelling"
	if errors.Is(err, context.DeadlineExceeded) {
		detail = ""
	}
	return detail, s.lives(ctx)
}

func ends(_ context.Context, s *session) (string, error) {
	begin := time.Now()
	s.process.Close()
	if took := time.Since(begin); took >= extension.Usual.End {
		return "", wrong("it had not ended %v after its input, and was killed", extension.Usual.End)
	}
	return "", nil
}

func grades(ctx context.Context, s *session) (string, error) {
	params := wire.GradeParams{Kind: "internal-action", Proposals: []wire.Graded{
		{Text: "1E-6 * n.VALUE", Error: 0.02, Size: 3, Depth: 2, Cost: 12}, {Text: "0.002", Error: 0.7, Size: 1, Depth: 1, Cost: 6},
	}}
	var first, second wire.GradeResult
	if err := s.call(ctx, wire.Grade, params, &first); err != nil {
		return "", err
	}
	if err := s.call(ctx, wire.Grade, params, &second); err != nil {
		return "", err
	}
	switch {
	case len(first.Fitness) != 2:
		return "", wrong("%d grades for 2 proposals", len(first.Fitness))
	case fmt.Sprint(first) != fmt.Sprint(second):
		return "", wrong("the same proposals were graded %v, then %v", first.Fitness, second.Fitness)
	}
	return fmt.Sprintf("%g for an error of 2 %%, %g for 70 %%", first.Fitness[0], first.Fitness[1]), nil
}

func notifies(ctx context.Context, s *session) (string, error) {
	return "", s.call(ctx, wire.Notify, wire.NotifyParams{Run: "conformance", State: "finished", Reason: "beagle extension check", Model: "none.repository"}, &wire.NotifyResult{})
}

func reports(ctx context.Context, s *session) (string, error) {
	text, err := s.x.Report(ctx, []byte(sampleResult))
	return fmt.Sprintf("%d bytes", len(text)), err
}

// sampleResult is a small result as "beagle run --output json" prints it.
const sampleResult = `{"version":1,"run":"conformance","state":"finished","reason":"no expression can be improved","model":"shop.repository","elements":[
{"id":"_a","kind":"internal-action","name":"compress","component":"Compression","service":"compress","resource":"CPU","unit":"s","samples":1840,"old":"0",
"final":{"stoex":"2.1E-8 * n.BYTESIZE","analyser":"linear","fitness":12.3,"relative_error":0.04,"size":3},"proposals":[],"noise":0.03,"warnings":[]},
{"id":"_b","kind":"branch","name":"known?","component":"Catalogue","service":"store","samples":0,"proposals":[],"warnings":["never reached"]}],
"validation":{"held_out":true,"parts":2,"launches":2,"calls":90,"verdict":[],"good":true,"services":[
{"service":"Catalogue.store","seff":"_s","entry":true,"calls":30,"launches":2,"held_out":true,"measured_mean":0.0052,"predicted_mean":0.005,
"parts":[{"id":"_c","name":"compress","call":true,"measured":0.0042,"predicted":0.004,"blame":1},{"id":"_d","name":"look up","measured":0.001,"predicted":0.001,"blame":0}]},
{"service":"Compression.compress","seff":"_c","entry":false,"calls":60,"launches":2,"held_out":true,"measured_mean":0.0021,"predicted_mean":0.002,
"parts":[{"id":"_a","name":"compress","measured":0.0021,"predicted":0.002,"blame":1}]}]},"problems":[]}`
