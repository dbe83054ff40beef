package cluster

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"beagle/model"
)

// Work is one of the streams LEARN and LAUNCH: pieces of work that whoever offers itself takes. A task stands on a
// subject of its own until somebody has done it. Who takes it says so on the task's other subject, and its answer
// must be the next message there: where somebody else took the task meanwhile, since the first one was silent for too
// long, the server refuses the answer of the first. What is shared by several tasks stands beside them. Old messages
// make room for new ones: who put a task can do it, too.
type Work struct {
	stream
	kind workKind
}

type workKind struct{ name, about, worker string }

var (
	learning  = workKind{"learning", "elements to learn, and what was learnt", "worker.credentials for beagle worker --learn"}
	launching = workKind{"launches", "programs to launch, and what they recorded", "launcher.credentials for beagle worker --launch"}
)

// Learning are elements that runs have learnt by others.
func (b *Bus) Learning() Work { return Work{b.learn, learning} }

// Launching are programs that runs have launched by others.
func (b *Bus) Launching() Work { return Work{b.launch, launching} }

const (
	taskKind   = "task."
	answerKind = "done."
	sharedKind = "shared."
)

// mostWork bounds what each of them keeps, and longestWork for how long.
const (
	mostWork    = 1 << 30
	longestWork = 24 * time.Hour
)

// Ready finds the stream. Only hubs of late create it.
func (w Work) Ready(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	_, err := w.find(ctx)
	switch {
	case errors.Is(err, context.DeadlineExceeded): // the server says nothing to who has no right to ask
		return model.Problem{Severity: model.Error, Message: "the server does not answer questions about " + w.kind.name + " to these credentials", Hint: "give the file of the role: run.credentials for beagle run, " + w.kind.worker}
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return model.Problem{Severity: model.Error, Message: "the hub there knows nothing of " + w.kind.name + ": there is no stream " + w.name, Hint: "start a beagle hub of this version there once"}
	}
	return err
}

// Put adds a task of a run, for workers of a group: those that are the same program, or have the same label.
func (w Work) Put(ctx context.Context, group, run, id string, task []byte) error {
	_, err := w.publish(ctx, w.subject(taskKind+group+"."+run+"."+id), task)
	return err
}

// Said is what was said of a task last; false: nothing yet.
func (w Work) Said(ctx context.Context, run, id string) (a Answer, said bool, err error) {
	message, err := w.last(ctx, w.subject(answerKind+run+"."+id))
	if err != nil || message == nil {
		return a, false, err
	}
	a, err = UnpackAnswer(message.Data)
	a.number = message.Sequence
	return a, true, err
}

// Stop has whoever does a task end it and answer with what there is. after is what was said
// of the task last: ErrFenced says that there is something newer, perhaps the answer.
func (w Work) Stop(ctx context.Context, run, id string, after Answer) error {
	data, err := Pack(Answer{ID: id, Worker: after.Worker, Taken: true, Stop: true}, nil)
	if err != nil {
		return err
	}
	_, err = w.publishBehind(ctx, w.subject(answerKind+run+"."+id), data, after.number)
	return err
}

// Drop removes a task, and what was shared below its name.
func (w Work) Drop(ctx context.Context, run, id string) error {
	return w.remove(ctx, taskKind+"*."+run+"."+id, sharedKind+run+"."+id+".>")
}

// Share adds what several tasks of a run need, under a key.
func (w Work) Share(ctx context.Context, run, key string, body []byte) error {
	_, err := w.publish(ctx, w.subject(sharedKind+run+"."+key), body)
	return err
}

// Shared is what was shared; nil: nothing, or it had to make room.
func (w Work) Shared(ctx context.Context, run, key string) ([]byte, error) {
	message, err := w.last(ctx, w.subject(sharedKind+run+"."+key))
	if err != nil || message == nil {
		return nil, err
	}
	return message.Data, nil
}

// Answers reads what is said of the tasks of a run, from a number on.
func (w Work) Answers(ctx context.Context, run string, from uint64) (*Reader, error) {
	return w.read(ctx, w.subject(answerKind+run+".*"), from, reading{ahead: readAhead, look: lookEvery})
}

// Clear removes everything of a run.
func (w Work) Clear(ctx context.Context, run string) error {
	return w.remove(ctx, taskKind+"*."+run+".*", answerKind+run+".*", sharedKind+run+".>")
}

func (w Work) remove(ctx context.Context, subjects ...string) error {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := w.find(ctx)
	if err != nil {
		return err
	}
	for _, subject := range subjects {
		err = errors.Join(err, found.Purge(ctx, jetstream.WithPurgeSubject(w.subject(subject))))
	}
	return err
}

// Answer is what is said of a task.
type Answer struct {
	ID     string `json:"id"`               // of the task
	Worker string `json:"worker"`           // id of who answers
	Taken  bool   `json:"taken,omitempty"`  // the worker begins; else the body is the answer
	Stop   bool   `json:"stop,omitempty"`   // of the run: whoever does it is to end it
	Failed string `json:"failed,omitempty"` // why there is no answer; empty: there is one
	Body   []byte `json:"-"`                // the answer, as who asked understands it

	number uint64 // of the message
}

// UnpackAnswer reads what is said of a task.
func UnpackAnswer(data []byte) (a Answer, err error) {
	a.Body, err = Unpack(data, &a)
	return a, err
}

// Offer is a worker that takes tasks.
type Offer struct {
	work     Work
	consumer jetstream.Consumer
	worker   string
	lease    time.Duration
}

// mostDeliveries is how many workers try a task: one that ends each of them is left to who put it.
const mostDeliveries = 4

// Offer has a worker take tasks for its group. A worker that is silent for a lease loses its task to another one.
func (w Work) Offer(ctx context.Context, group, worker string, lease time.Duration) (*Offer, error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := w.find(ctx)
	if err != nil {
		return nil, err
	}
	consumer, err := found.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "program-" + group, FilterSubject: w.subject(taskKind + group + ".>"), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: lease, MaxDeliver: mostDeliveries, DeliverPolicy: jetstream.DeliverAllPolicy, InactiveThreshold: time.Hour,
	})
	if err != nil {
		return nil, err
	}
	return &Offer{w, consumer, worker, lease}, nil
}

// Taken is a task that a worker has.
type Taken struct {
	Run, ID string // of the run that asks, and of the task
	Data    []byte // the task, as who asked wrote it

	offer   *Offer
	message jetstream.Msg
	subject string // of its answer
	claim   uint64 // number of what the worker said there
}

// Take waits for a task; nil: there was none for a while.
func (o *Offer) Take(ctx context.Context) (*Taken, error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	batch, err := o.consumer.Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return nil, err
	}
	for message := range batch.Messages() {
		return o.claim(ctx, message)
	}
	if err := batch.Error(); err != nil && ctx.Err() == nil {
		return nil, err
	}
	return nil, nil
}

func (o *Offer) claim(ctx context.Context, message jetstream.Msg) (*Taken, error) {
	parts := strings.Split(strings.TrimPrefix(message.Subject(), o.work.prefix+taskKind), ".")
	if len(parts) != 3 {
		return nil, message.Term()
	}
	t := &Taken{Run: parts[1], ID: parts[2], Data: message.Data(), offer: o, message: message}
	t.subject = o.work.subject(answerKind + t.Run + "." + t.ID)
	before, err := o.work.last(ctx, t.subject)
	if err != nil {
		return nil, err
	}
	if before != nil {
		if said, err := UnpackAnswer(before.Data); err == nil && !said.Taken {
			return nil, message.Ack()
		}
		t.claim = before.Sequence
	}
	if err := t.say(ctx, Answer{Taken: true}, false); err != nil {
		if errors.Is(err, ErrFenced) {
			return nil, nil // whoever was quicker has it
		}
		return nil, err
	}
	return t, nil
}

func (t *Taken) say(ctx context.Context, a Answer, unfenced bool) error {
	a.ID, a.Worker = t.ID, t.offer.worker
	data, err := Pack(a, a.Body)
	if err != nil {
		return err
	}
	return t.offer.work.goOn(ctx, t.subject, data, &t.claim, unfenced)
}

// Keep tells the server again and again that the worker is at it, until the context ends.
func (t *Taken) Keep(ctx context.Context) {
	tick := time.NewTicker(t.offer.lease / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = t.message.InProgress() // else another one takes it, which does no harm
		}
	}
}

// Wanted asks the server whether the task is still the worker's.
func (t *Taken) Wanted(ctx context.Context) (stop bool, err error) {
	said, err := t.offer.work.last(ctx, t.subject)
	if err != nil || said == nil {
		return said == nil && err == nil, err // removed with the run
	}
	if said.Sequence == t.claim {
		return false, nil
	}
	if a, err := UnpackAnswer(said.Data); err != nil || !a.Stop {
		return false, ErrFenced
	}
	t.claim = said.Sequence
	return true, nil
}

// GiveBack has another worker take the task at once.
func (t *Taken) GiveBack() error { return t.message.Nak() }

// Answer ends the task.
func (t *Taken) Answer(ctx context.Context, body []byte, failed string, unfenced bool) error {
	err := t.say(ctx, Answer{Failed: failed, Body: body}, unfenced)
	if err == nil {
		return t.message.Ack()
	}
	return err
}
