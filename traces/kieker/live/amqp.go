package live

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"beagle/model"
	"beagle/traces/kieker"
)

// Queue is a queue of a broker that speaks AMQP 0.9.1.
type Queue struct {
	Address string // amqp://USER@HOST:PORT/VHOST, amqps:// with TLS
	Name    string // of the queue on the broker
	// Password is that of the user, where the address has none.
	Password string
}

// AMQP takes the messages of a queue, which must be there.
func AMQP(from Queue, options BrokerOptions) (kieker.Entrance, error) {
	address, err := url.Parse(from.Address)
	if err != nil || address.Host == "" || address.Scheme != "amqp" && address.Scheme != "amqps" || from.Name == "" {
		return nil, wrong("--amqp", "amqp://USER@HOST:PORT/VHOST?queue=NAME")
	}
	if _, has := address.User.Password(); !has && from.Password != "" {
		address.User = url.UserPassword(address.User.Username(), from.Password)
	}
	// A wrong password or queue is said at once, not tried for ever.
	first, err := openQueue(address.String(), from.Name)
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Message: fmt.Sprintf("cannot read queue %s on %s: %v", from.Name, address.Host, err),
			Hint: "the queue must be there already; the password may stand in BEAGLE_AMQP_PASSWORD",
		}
	}
	m := newMessages("queue "+from.Name+" on "+address.Host, "chunks by AMQP", options)
	m.run(func(ctx context.Context) {
		for q := first; ; q = nil {
			if q == nil {
				if q = m.again(ctx, address.String(), from.Name); q == nil {
					return
				}
			}
			m.trouble(m.consume(ctx, q))
			if ctx.Err() != nil {
				return
			}
		}
	})
	return m, nil
}

type queue struct {
	connection *amqp.Connection
	deliveries <-chan amqp.Delivery
}

// ahead is how many messages a broker sends before the first is acknowledged.
const ahead = 64

func openQueue(address, name string) (_ *queue, err error) {
	connection, err := amqp.DialConfig(address, amqp.Config{Heartbeat: 10 * time.Second, Properties: amqp.Table{"product": "beagle"}, Dial: amqp.DefaultDial(10 * time.Second)})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = connection.Close()
		}
	}()
	channel, err := connection.Channel()
	if err != nil {
		return nil, err
	}
	if err := channel.Qos(ahead, 0, false); err != nil {
		return nil, err
	}
	deliveries, err := channel.Consume(name, "", false, false, false, false, nil)
	if err != nil {
		return nil, err
	}
	return &queue{connection, deliveries}, nil
}

func (m *messages) again(ctx context.Context, address, name string) *queue {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		q, err := openQueue(address, name)
		if err == nil {
			return q
		}
		m.trouble(err)
	}
}

func (m *messages) consume(ctx context.Context, q *queue) error {
	defer q.connection.Close()
	taken := int64(0)
	for {
		select {
		case <-ctx.Done():
			return nil
		case one, more := <-q.deliveries:
			if !more {
				return errors.New("the connection has ended")
			}
			m.trouble(nil)
			m.message(one.Body, taken)
			taken++
			if err := one.Ack(false); err != nil {
				return err
			}
		}
	}
}
