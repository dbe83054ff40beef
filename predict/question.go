package predict

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

// Level is how a prediction is made.
type Level string

// The levels. Auto takes sampling where a single user is alone, and simulation everywhere else.
const (
	Auto       Level = "auto"       // the quickest that answers the question
	Exact      Level = "exact"      // expected values in closed form; an error where the model has none
	Sampling   Level = "sampling"   // executions one by one, without waiting for one another
	Simulation Level = "simulation" // with users who wait for resources
)

// Question is what is to be predicted.
type Question struct {
	Models    []string // folder or files
	Content   []byte   // of the repository, in place of its file's; nil: that
	From      string   // the file that Content was written to, beside which stands up to where its values may be used
	Service   string   // of this service alone, with Inputs; empty: of the usage model
	Inputs    []Input  // parameters of the calls that are given values
	Level     Level    // at which it is to be answered
	Seed      uint64   // of what is random
	Precision float64  // relative half width of the 95 % interval; 0: 1 %
	Steps     int64    // operations at most; 0: the default
	Network   bool     // linking resources delay calls
	Change    Change   // what is otherwise than in the model files
	Rating    *Rating  // the machine for which its CPUs are rated; nil: as in the model files
}

// Rating is for which machine the CPUs of a model are rated, beside the machine on which its demands were measured.
type Rating struct {
	Machine string  `json:"machine"`
	From    string  `json:"from"`   // the machine of the demands
	Clock   string  `json:"clock"`  // of the rates: cpu or wall
	Factor  float64 `json:"factor"` // of all processing rates of CPUs
	Low     float64 `json:"low"`    // of the interval of Factor
	High    float64 `json:"high"`
}

// String says how fast the machine is beside that of the demands.
func (r *Rating) String() string {
	return fmt.Sprintf("rated for %s: CPUs are %s times as fast as on %s (%s to %s over all kernels, by %s time)", r.Machine, quantity.Short(r.Factor), r.From, quantity.Short(r.Low), quantity.Short(r.High), r.Clock)
}

// Input gives a characterisation of a parameter a value: a StoEx.
type Input struct {
	Variable model.Variable // the parameter and the characterisation that is given
	Text     string         // StoEx
}

// Give gives the characterisation a number.
func (i *Input) Give(x float64) { i.Text = stoex.FormatDouble(x) }

// Change is a what-if: what differs from the model. Zero values change nothing.
type Change struct {
	Users    int                // population of all closed workloads
	Rate     float64            // arrivals a second of all open workloads; with Service: of that
	Speed    map[string]float64 // factor of the processing rate, by container or container.resource
	Replicas map[string]int     // by container or container.resource
	Demand   map[string]float64 // factor of an action's demands, by its name, its id, or Component.service.action
}

// ParseInput reads name.CHARACTERISATION=value, where the value is a StoEx or a text without quotes.
func ParseInput(text string) (Input, error) {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return Input{}, fmt.Errorf("%q gives no value: write name.VALUE=3", text)
	}
	v, err := model.ParseVariable(name)
	if err != nil {
		return Input{}, err
	}
	if _, err := stoex.Parse(value); err != nil {
		val, perr := stoex.ParseValue(value)
		if perr != nil || val.Type() != stoex.TypeEnum {
			return Input{}, fmt.Errorf("the value of %s: %w", name, err)
		}
		value = strconv.Quote(val.String())
	}
	return Input{v, value}, nil
}

func (q *Question) asked(in *instance.Instance) error {
	s, err := find(in, q.Service)
	if err != nil {
		return err
	}
	call := &instance.Call{Element: instance.Element{Name: s.Signature, ID: s.ID}, Service: s, Entry: true}
	for _, i := range q.Inputs {
		x, err := stoex.Parse(i.Text)
		if err != nil {
			return err
		}
		place := stoex.PlaceOfCharacterisation(i.Variable.Char)
		call.Inputs = append(call.Inputs, instance.Characterisation{
			Variable: i.Variable,
			Value:    instance.Expression{Element: instance.Element{Name: "--input"}, Text: i.Text, X: x, Place: place},
		})
	}
	scenario := &instance.Scenario{
		Element: instance.Element{Name: s.Name}, Population: 1,
		Body: &instance.Behaviour{Actions: []instance.Action{call}},
	}
	zero, _ := stoex.Parse("0.0")
	scenario.ThinkTime = &instance.Expression{Text: "0.0", X: zero, Place: stoex.Time}
	in.Scenarios = []*instance.Scenario{scenario}
	return nil
}

func find(in *instance.Instance, name string) (*instance.Service, error) {
	var found []*instance.Service
	var names []string
	for _, s := range in.Services {
		names = append(names, s.Name)
		if s.Name == name || s.Signature == name || s.ID == name || s.Interface+"."+s.Signature == name || s.Assembly.Path+"."+s.Signature == name {
			found = append(found, s)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		var which []string
		for _, s := range found {
			which = append(which, s.Assembly.Path+"."+s.Signature)
		}
		return nil, model.Problem{Severity: model.Error, Rule: "service", Message: fmt.Sprintf("%d services are called %s", len(found), name), Hint: "name one of " + strings.Join(which, ", ")}
	}
	sort.Strings(names)
	hint := "the model has no service that can be entered"
	if len(names) > 0 {
		if len(names) > 20 {
			names = append(names[:20], "...")
		}
		hint = "it has " + strings.Join(names, ", ")
	}
	return nil, model.Problem{Severity: model.Error, Rule: "service", Message: "there is no service " + name, Hint: hint}
}
