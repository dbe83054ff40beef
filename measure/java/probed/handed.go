package probed

import (
	"fmt"
	"strings"

	"beagle/measure/java/syntax"
)

// A section may hand code of its own to other threads: lambdas, methods of anonymous classes, and methods by
// reference. Such code tells the execution of the section that it belongs to when it runs in another thread, and for
// how long; in the section's own thread it does nothing. Code that the section only calls (the tasks of other
// classes) is not seen here: the runtime sees that other threads are busy.

// Calls by what they take.
var (
	takesRunnable = nameSet("execute runAsync thenRun thenRunAsync runAfterBoth runAfterBothAsync runAfterEither startVirtualThread start unstarted invokeLater schedule scheduleAtFixedRate scheduleWithFixedDelay fork")
	takesSupplier = nameSet("supplyAsync")
	takesEither   = nameSet("submit add of asList") // Runnable or Callable, as the compiler finds
	takesConsumer = nameSet("forEach forEachOrdered peek thenAccept thenAcceptAsync whenComplete whenCompleteAsync")
	takesFunction = nameSet("map mapToInt mapToLong mapToDouble mapToObj flatMap filter reduce anyMatch allMatch noneMatch collect sorted toArray takeWhile dropWhile mapMulti " +
		"thenApply thenApplyAsync thenCompose thenComposeAsync thenCombine thenCombineAsync handle handleAsync exceptionally completeAsync")
	// Those of streams run in the section's thread unless the stream is parallel.
	ofStreams = nameSet("forEach forEachOrdered peek map mapToInt mapToLong mapToDouble mapToObj flatMap filter reduce anyMatch allMatch noneMatch collect sorted toArray takeWhile dropWhile mapMulti " +
		"sort comparing comparingInt comparingLong comparingDouble thenComparing removeIf replaceAll computeIfAbsent computeIfPresent compute merge orElseGet ifPresent min max iterate generate groupingBy toMap")
)

func nameSet(list string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(list) {
		set[name] = true
	}
	return set
}

// handed is a piece of a section's code that other threads may execute.
type handed struct {
	node *syntax.Node // Lambda, Method or MethodRef
	call string       // name of the call that it is an argument of; empty: of none
	new  string       // type of the object that it is an argument of
}

func (w *writer) handedOn(r region) (all []handed) {
	r.statements(func(s *syntax.Node) {
		s.Walk(func(n *syntax.Node) bool {
			switch n.Kind {
			case syntax.Class:
				return n.Parent.Kind == syntax.New // others capture nothing, or are not handed on
			case syntax.Lambda, syntax.MethodRef:
				h := handed{node: n}
				if n.Role == syntax.Arg {
					switch parent := n.Parent; parent.Kind {
					case syntax.Call:
						h.call = parent.Name
						if ofStreams[h.call] && !strings.Contains(w.receiver(parent), "arallel") {
							return true
						}
					case syntax.New:
						if t := parent.Child(syntax.TypeOf); t != nil {
							h.new = w.file.Text(t)
						}
					default:
					}
				}
				if n.Kind == syntax.MethodRef && !h.runnable() && !takesSupplier[h.call] && h.call != "submit" {
					return true
				}
				all = append(all, h)
			case syntax.Method:
				if n.Child(syntax.TypeOf) != nil && n.Child(syntax.Body) != nil && n.Flags&syntax.Static == 0 && n.Parent.Parent != nil && n.Parent.Parent.Kind == syntax.New {
					all = append(all, handed{node: n})
				}
			default:
			}
			return true
		})
	})
	return all
}

func (h *handed) runnable() bool {
	noParams := h.node.Kind == syntax.MethodRef || h.node.Count(syntax.Param) == 0
	return noParams && (takesRunnable[h.call] || h.new == "Thread")
}

func (w *writer) receiver(call *syntax.Node) string {
	if t := call.Child(syntax.Target); t != nil {
		return w.file.Text(t)
	}
	return ""
}

func (w *writer) handOn(p *plan, pieces []handed, work string) {
	for i := range pieces {
		h := &pieces[i]
		begun := fmt.Sprintf("%sh%d_%d", w.prefix, p.ID, h.node.Start)
		begin := fmt.Sprintf("final long %s = %s; try { ", begun, w.opt.call("he", work))
		end := fmt.Sprintf(" } finally { %s; }", w.opt.call("hx", work, begun))
		body := h.node.Child(syntax.Body)
		w.edits.seq++
		switch {
		case h.node.Kind == syntax.MethodRef:
			if !p.Careful {
				w.edits.wrap(h.node, layerBraces, w.opt.Runtime+"."+h.wrapper()+"("+work+", ", ")")
			}
		case body.Kind == syntax.Block:
			w.edits.open(body, layerDeclare, " "+begin)
			w.edits.close(body, layerDeclare, end+" ")
		case w.bodies[body] || isSimple(body): // has probes of its own, or takes no time
		case isValue(body), takesFunction[h.call]:
			w.edits.wrap(body, layerBraces, "{ "+begin+"return ", ";"+end+" }")
		case h.runnable(), takesConsumer[h.call]:
			w.edits.wrap(body, layerBraces, "{ "+begin, ";"+end+" }")
		case p.Careful:
		case takesSupplier[h.call]:
			w.edits.wrap(body, layerBraces, "{ "+begin+"return ", ";"+end+" }")
		case takesEither[h.call] && h.node.Count(syntax.Param) == 0:
			w.edits.wrap(h.node, layerBraces, w.opt.Runtime+".w("+work+", ", ")")
		}
	}
}

func (h *handed) wrapper() string {
	switch {
	case h.runnable():
		return "wr"
	case takesSupplier[h.call]:
		return "ws"
	default:
		return "w"
	}
}

// isValue: an expression that is no statement (JLS 14.8), so that a lambda with it has a result.
func isValue(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.Call, syntax.New, syntax.Assign, syntax.Postfix:
		return false
	case syntax.Unary: // also ++x
		return false
	default:
		return true
	}
}
