package extract

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
)

// javaClass is a class of a program that is made up, with what it does known
// statement by statement.
type javaClass struct {
	pack, name, implements string
	methods                []*javaMethod
}

// javaMethod is a service, or a helper that only its own class calls.
type javaMethod struct {
	name    string
	service bool
	params  []string
	body    []javaStatement
}

// javaStatement is one of: work, a loop that works, a call of a helper, of another
// component, of one in a loop, of one in each alternative of a decision.
type javaStatement struct {
	kind     string
	number   int    // tells it from all others
	constant int    // what it works on
	local    string // the name of its variable
	callee   string // field.method, or a helper
}

// shop is the program: a desk that calls a stock and a ledger, a stock that calls the
// ledger.
type shop struct {
	chance  *rand.Rand
	classes []*javaClass
	numbers int
}

var shopFields = map[string]string{"stock": "StockRoom", "ledger": "PaperLedger"}

func newShop(seed uint64) *shop {
	s := &shop{chance: rand.New(rand.NewPCG(18, seed))}
	for _, name := range []string{"PaperLedger", "StockRoom", "FrontDesk"} {
		c := &javaClass{pack: "demo", name: name, implements: map[string]string{"PaperLedger": "Ledger", "StockRoom": "Stock", "FrontDesk": "Desk"}[name]}
		s.classes = append(s.classes, c)
		for i := range 2 {
			helper := &javaMethod{name: fmt.Sprintf("help%s%d", name, i), params: []string{"a"}}
			for range 2 {
				helper.body = append(helper.body, s.work())
			}
			c.methods = append(c.methods, helper)
		}
		for i := range 3 {
			service := &javaMethod{name: fmt.Sprintf("%s%d", strings.ToLower(c.implements), i), service: true, params: []string{"a"}}
			for range 4 + s.chance.IntN(4) {
				service.body = append(service.body, s.statement(c))
			}
			c.methods = append(c.methods, service)
		}
	}
	return s
}

func (s *shop) next() int {
	s.numbers++
	return s.numbers
}

func (s *shop) work() javaStatement {
	n := s.next()
	kind := []string{"work", "work loop"}[s.chance.IntN(2)]
	return javaStatement{kind: kind, number: n, constant: s.chance.IntN(1000), local: fmt.Sprintf("v%d", n)}
}

// statement is any that a service of a class may have.
func (s *shop) statement(c *javaClass) javaStatement {
	if c.name == "PaperLedger" || s.chance.IntN(2) == 0 {
		if s.chance.IntN(3) == 0 {
			n := s.next()
			return javaStatement{kind: "help", number: n, local: fmt.Sprintf("v%d", n), callee: c.methods[s.chance.IntN(2)].name}
		}
		return s.work()
	}
	return s.call(c)
}

func (s *shop) call(c *javaClass) javaStatement {
	field := "ledger"
	if c.name == "FrontDesk" && s.chance.IntN(2) == 0 {
		field = "stock"
	}
	services := s.class(shopFields[field]).services()
	n := s.next()
	return javaStatement{
		kind: []string{"call", "call in a loop", "call in a decision"}[s.chance.IntN(3)], number: n, local: fmt.Sprintf("v%d", n),
		callee: field + "." + services[s.chance.IntN(len(services))].name,
	}
}

func (s *shop) class(name string) *javaClass {
	return s.classes[slices.IndexFunc(s.classes, func(c *javaClass) bool { return c.name == name })]
}

func (c *javaClass) services() (all []*javaMethod) {
	for _, m := range c.methods {
		if m.service {
			all = append(all, m)
		}
	}
	return all
}

func (c *javaClass) method(name string) *javaMethod {
	return c.methods[slices.IndexFunc(c.methods, func(m *javaMethod) bool { return m.name == name })]
}

// arguments are those of a call, as many as the called method has parameters.
func (s *shop) arguments(callee string, first string) string {
	field, method, _ := strings.Cut(callee, ".")
	args := []string{first}
	for range s.class(shopFields[field]).method(method).params[1:] {
		args = append(args, "2")
	}
	return strings.Join(args, ", ")
}

func (s *shop) text(x javaStatement) string {
	switch v := x.local; x.kind {
	case "work":
		return fmt.Sprintf("long %s = Math.abs(sum + %d); sum += %s * 3;", v, x.constant, v)
	case "work loop":
		return fmt.Sprintf("for (long %s = 0; %s < a; %s++) { sum += Math.abs(%s - %d); }", v, v, v, v, x.constant)
	case "help":
		return fmt.Sprintf("long %s = %s(a); sum += %s;", v, x.callee, v)
	case "call":
		return fmt.Sprintf("long %s = %s(%s);", v, x.callee, s.arguments(x.callee, "a"))
	case "call in a loop":
		return fmt.Sprintf("for (int %s = 0; %s < a; %s++) { %s(%s); }", v, v, v, x.callee, s.arguments(x.callee, v))
	default:
		return fmt.Sprintf("if (a > %d) { %s(%s); } else { %s(%s); }", x.number, x.callee, s.arguments(x.callee, "a"), x.callee, s.arguments(x.callee, fmt.Sprint(x.number)))
	}
}

// write puts the program's sources into a folder that holds nothing else.
func (s *shop) write(t *testing.T, dir string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	put := func(pack, name, text string) {
		folder := filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(pack, ".", "/")))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		imports := "import demo.*;\n"
		for _, c := range s.classes {
			imports += fmt.Sprintf("import %s.%s;\n", c.pack, c.name)
		}
		if err := os.WriteFile(filepath.Join(folder, name+".java"), []byte("package "+pack+";\n"+imports+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	main := "public class Main {\n  public static void main(String[] args) {\n"
	for _, c := range s.classes {
		var b, i strings.Builder
		for _, m := range c.methods {
			head := fmt.Sprintf("long %s(long %s)", m.name, strings.Join(m.params, ", long "))
			if m.service {
				fmt.Fprintf(&i, "  %s;\n", head)
				b.WriteString("  public ")
			} else {
				b.WriteString("  private ")
			}
			fmt.Fprintf(&b, "%s {\n    long sum = 1;\n", head)
			for _, x := range m.body {
				b.WriteString("    " + s.text(x) + "\n")
			}
			b.WriteString("    return sum;\n  }\n")
		}
		put("demo", c.implements, "public interface "+c.implements+" {\n"+i.String()+"}\n")
		put(c.pack, c.name, fmt.Sprintf("public class %s implements %s {\n  public Stock stock; public Ledger ledger;\n%s}\n", c.name, c.implements, b.String()))
		if c.name == "FrontDesk" || c.name == "StockRoom" || c.name == "PaperLedger" {
			main += fmt.Sprintf("    %s %s = new %s();\n", c.implements, strings.ToLower(c.implements), c.name)
		}
	}
	for _, m := range s.class("FrontDesk").services() {
		main += "    desk." + m.name + "(1" + strings.Repeat(", 2", len(m.params)-1) + ");\n"
	}
	put("demo", "Main", main+"  }\n}\n")
}

// code is what tells a statement from others by its text, without the names of locals: of two
// that are alike nobody can say which one was there before.
func (x *javaStatement) code() string {
	if x.kind == "call in a decision" {
		return fmt.Sprint(x.kind, x.number)
	}
	return fmt.Sprint(x.kind, " ", x.constant)
}

// known are the steps of each service in their order, each as the code that it and
// all before it stand for, and the operations that are called, in their order.
func (s *shop) known() (code map[string][]string, shape map[string]string) {
	code, shape = map[string][]string{}, map[string]string{}
	for _, c := range s.classes {
		for _, m := range c.services() {
			name := c.name + "." + m.name
			before, running := fmt.Sprint(m.params), false
			code[name] = []string{}
			shape[name] = fmt.Sprint(m.params, " ")
			step := func(kind string) {
				code[name] = append(code[name], kind+before)
				shape[name] += kind + " "
			}
			end := func() {
				if running {
					step("internal ")
				}
				running = false
			}
			for _, x := range m.body {
				own := x.code()
				switch {
				case x.kind == "help":
					for _, inner := range c.method(x.callee).body {
						own += inner.code()
					}
					fallthrough
				case strings.HasPrefix(x.kind, "work"):
					before += own
					running = true
					continue
				}
				end()
				field, method, _ := strings.Cut(x.callee, ".")
				own += fmt.Sprint(x.callee, len(s.class(shopFields[field]).method(method).params))
				outer := before
				before += own
				switch x.kind {
				case "call":
					step("call " + x.callee + " ")
				case "call in a loop":
					step("loop of " + x.callee + " ")
					step("call " + x.callee + " ")
				default: // what is decided on does not depend on what is done then
					before = outer + fmt.Sprint("if", x.number)
					step("branch of " + x.callee + " ")
					before = outer + own
					step("call " + x.callee + " ")
					step("call " + x.callee + " ")
				}
			}
			end()
		}
	}
	return code, shape
}

// after compares what is known before and after an edit.
func (s *shop) after(code map[string][]string, shape map[string]string) outcome {
	now, nowShape := s.known()
	o := outcome{steps: map[string][]int{}, ids: map[string]bool{}}
	for service, steps := range now {
		o.steps[service] = []int{}
		for i, step := range steps {
			at := fresh
			if i < len(code[service]) && code[service][i] == step {
				at = i
			}
			o.steps[service] = append(o.steps[service], at)
		}
		o.ids[service] = shape[service] == nowShape[service]
	}
	return o
}

// edits are the kinds of edits, each at a place by chance; each says what it did.
var edits = []struct {
	kind string
	do   func(*shop) string
}{
	{"rename a local", func(s *shop) string {
		c, m, x := s.somewhere(func(x *javaStatement) bool { return x.kind != "call in a decision" })
		x.local += "renamed"
		return c.name + "." + m.name
	}},
	{"change a body", func(s *shop) string {
		c, m, x := s.somewhere(func(x *javaStatement) bool { return strings.HasPrefix(x.kind, "work") })
		x.constant += 1000
		return c.name + "." + m.name
	}},
	{"add a loop", func(s *shop) string {
		c := s.classes[s.chance.IntN(3)]
		m := c.methods[s.chance.IntN(len(c.methods))]
		x := s.work()
		x.kind = "work loop"
		s.insert(m, x)
		return c.name + "." + m.name
	}},
	{"add a call", func(s *shop) string {
		c := s.class([]string{"FrontDesk", "StockRoom"}[s.chance.IntN(2)])
		m := c.services()[s.chance.IntN(len(c.services()))]
		s.insert(m, s.call(c))
		return c.name + "." + m.name
	}},
	{"add a method", func(s *shop) string {
		c := s.classes[s.chance.IntN(3)]
		m := &javaMethod{name: fmt.Sprintf("added%d", s.next()), service: s.chance.IntN(2) == 0, params: []string{"a"}, body: []javaStatement{s.work()}}
		c.methods = append(c.methods, m)
		return fmt.Sprintf("%s.%s, service: %v", c.name, m.name, m.service)
	}},
	{"remove a method", func(s *shop) string {
		field := []string{"stock", "ledger"}[s.chance.IntN(2)]
		c := s.class(shopFields[field])
		m := c.services()[s.chance.IntN(len(c.services()))]
		c.methods = slices.DeleteFunc(c.methods, func(other *javaMethod) bool { return other == m })
		for _, other := range s.classes {
			for _, caller := range other.methods {
				caller.body = slices.DeleteFunc(caller.body, func(x javaStatement) bool { return x.callee == field+"."+m.name })
			}
		}
		return c.name + "." + m.name
	}},
	{"move a class", func(s *shop) string {
		c := s.classes[s.chance.IntN(3)]
		c.pack = fmt.Sprintf("demo.moved%d", s.next())
		return c.name
	}},
	{"change a signature", func(s *shop) string {
		c := s.classes[s.chance.IntN(3)]
		m := c.services()[s.chance.IntN(len(c.services()))]
		m.params = append(m.params, fmt.Sprintf("p%d", s.next()))
		return c.name + "." + m.name
	}},
	{"reorder methods", func(s *shop) string {
		c := s.classes[s.chance.IntN(3)]
		s.chance.Shuffle(len(c.methods), func(i, k int) { c.methods[i], c.methods[k] = c.methods[k], c.methods[i] })
		return c.name
	}},
	{"add a class", func(s *shop) string {
		c := &javaClass{pack: "demo", name: fmt.Sprintf("Other%d", s.next()), implements: fmt.Sprintf("Other%d", s.numbers) + "s"}
		c.methods = []*javaMethod{{name: "other", service: true, params: []string{"a"}, body: []javaStatement{s.work(), s.work()}}}
		s.classes = append(s.classes, c)
		return c.name
	}},
}

// somewhere is a statement that fits, by chance.
func (s *shop) somewhere(fits func(*javaStatement) bool) (*javaClass, *javaMethod, *javaStatement) {
	for {
		c := s.classes[s.chance.IntN(len(s.classes))]
		m := c.methods[s.chance.IntN(len(c.methods))]
		if len(m.body) == 0 {
			continue
		}
		if x := &m.body[s.chance.IntN(len(m.body))]; fits(x) {
			return c, m, x
		}
	}
}

func (s *shop) insert(m *javaMethod, x javaStatement) {
	m.body = slices.Insert(m.body, s.chance.IntN(len(m.body)+1), x)
}

// Ten edits by chance of a program that is made by chance: ids, values and the list
// of changes are as the edits say, after each of them.
func TestAfterRandomEditsWhatIsToldIsWhatWasEdited(t *testing.T) {
	need.Java(t)
	t.Parallel()
	seeds := []uint64{1}
	if os.Getenv("BEAGLE_LONG") != "" {
		seeds = []uint64{1, 2, 3, 4, 5, 6, 7, 8}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s, dir := newShop(seed), filepath.Join(t.TempDir(), "shop")
			s.write(t, dir)
			e := begin(t, dir)
			for _, i := range s.chance.Perm(len(edits)) {
				code, shape := s.known()
				what := edits[i].kind + ": " + edits[i].do(s)
				s.write(t, dir)
				e.edited(t, what, s.after(code, shape))
				if t.Failed() {
					t.Fatalf("after %s", what)
				}
			}
		})
	}
}
