"""What probes do in the measured program: they append records of 48 bytes to their
thread's buffer, which goes to the process's segment file when it is full, and at
the end. The format stands in Beagle's documentation (docs/extending.md).

A demand's time is that between its probes without what the probes inside it take,
which is measured when the program starts. Services are entered and left on the
thread's own clock, which stands still in probes."""
import array
import atexit
import collections
import enum
import inspect
import numbers
import os
import signal
import struct
import threading
import time
import weakref

from time import perf_counter_ns as wall_ns
from time import thread_time_ns as cpu_ns

_pack = struct.Struct("<BBBxiiiqqqd").pack
_pack_demand = struct.Struct("<BBBxiiiqqqq").pack  # with the time at which it began
START = b"beagle events 1\n"
FULL = 64 << 10
ENTERED, LEFT, PARAMETER, CALL, RETURNED, DEMAND, SECTION, COUNTED, TEXT, END = 1, 2, 3, 4, 5, 6, 7, 9, 100, 101
NONE, NUMBER, BOOL, WORD = 0, 1, 2, 3
ELEMENTS, VALUE, BYTES, TYPE = 1, 2, 3, 4

_file = None
_lock = threading.RLock()
_texts = {}
_threads = weakref.WeakSet()
_here = threading.local()
_wall_only = False
_lost = 0

# What probes take, in ns, see calibrate.
_own_wall = _own_cpu = _demand = _small = _service = 0


class _Thread:
    """A thread's buffer, and how long its probes took so far."""

    __slots__ = ("id", "buffer", "spent", "__weakref__")

    def __init__(self):
        self.id, self.buffer, self.spent = threading.get_ident() & 0x7FFFFFFFFFFF, bytearray(), 0
        with _lock:
            _threads.add(self)

    def __del__(self):  # the thread has ended
        if self.buffer:
            flush(self)


def _thread():
    try:
        return _here.thread
    except AttributeError:
        _here.thread = thread = _Thread()
        return thread


def flush(thread):
    """Writes a thread's buffer to the file. A disk that is full loses events, and
    the program goes on."""
    global _lost
    with _lock:
        data, thread.buffer = thread.buffer, bytearray()
        try:
            if _file is not None:
                _file.write(data)
        except (OSError, ValueError):
            _lost += len(data) // 48


def _text(word):
    """The number of a text, which is defined in the file before it is used."""
    number = _texts.get(word)
    if number is None:
        with _lock:
            number = _texts.get(word)
            if number is None:
                number = len(_texts) + 1
                data = word.encode("utf-8", "replace")[:4096]
                record = _pack(TEXT, 0, 0, number, len(data), 0, 0, 0, 0, 0.0) + data + bytes(-len(data) % 48)
                try:
                    if _file is not None:
                        _file.write(record)
                except (OSError, ValueError):
                    pass
                _texts[word] = number
    return number


def begin(section):
    """A demand begins."""
    thread = _thread()
    return [section, thread, thread.spent, -1 if _wall_only else cpu_ns(), wall_ns()]


def end(*tokens):
    """Demands end, the innermost first."""
    wall, cpu = wall_ns(), -1 if _wall_only else cpu_ns()
    for section, thread, spent, cpu_then, wall_then in tokens:
        inside = thread.spent - spent
        took = wall - wall_then - inside - _own_wall
        used = -1 if cpu < 0 else cpu - cpu_then - inside - _own_cpu
        thread.buffer += _pack_demand(DEMAND, 0, 0, section, 0, 0, thread.id, int(took) if took > 0 else 0, int(used) if used > 0 else min(cpu, 0), wall_then - spent)
        thread.spent += _demand
        if len(thread.buffer) > FULL:
            flush(thread)


def end_with(value, *tokens):
    """Demands end with a value that is returned."""
    end(*tokens)
    return value


def taken(section):
    """A branch goes this way."""
    thread = _thread()
    thread.buffer += _pack(SECTION, 0, 0, section, 0, 0, thread.id, 0, 0, 0.0)
    thread.spent += _small


def count(section, bodies):
    """A loop has ended."""
    thread = _thread()
    thread.buffer += _pack(COUNTED, 0, 0, section, 0, 0, thread.id, bodies, 0, 0.0)
    thread.spent += _small


def enter(service, inputs):
    """A service begins with its parameters: number, value and path inside it."""
    thread = _thread()
    begun = wall_ns()
    thread.buffer += _pack(ENTERED, 0, 0, service, 0, 0, thread.id, begun - thread.spent, 0, 0.0)
    for number, value, path in inputs:
        for word in path:
            value = _part(value, word)
        _characterise(thread, number, value)
    thread.spent += wall_ns() - begun + _service


def leave(service):
    """A service ends, also by an exception."""
    thread = _thread()
    thread.buffer += _pack(LEFT, 0, 0, service, 0, 0, thread.id, wall_ns() - thread.spent, 0, 0.0)
    thread.spent += _small
    if len(thread.buffer) > FULL:
        flush(thread)


def call(section, wanted, function, *arguments, **named):
    """An external call: its arguments, the call itself, and what it returns."""
    thread = _thread()
    begun = wall_ns()
    thread.buffer += _pack(CALL, 0, 0, section, 0, 0, thread.id, 0, 0, 0.0)
    if named:
        order = _order(function)
        places = {name: place for place, name in enumerate(order)}
    for position in wanted:
        if 0 <= position < len(arguments):
            _characterise(thread, position, arguments[position])
        elif named:
            for name, value in named.items():
                if places.get(name) == position:
                    _characterise(thread, position, value)
    thread.spent += wall_ns() - begun + _service
    result = function(*arguments, **named)
    begun = wall_ns()
    thread.buffer += _pack(RETURNED, 0, 0, section, 0, 0, thread.id, 0, 0, 0.0)
    if -1 in wanted:
        _characterise(thread, -1, result)
    thread.spent += wall_ns() - begun + _small
    return result


_orders = {}


def _order(function):
    """The names of a function's parameters, in their order."""
    key = getattr(function, "__func__", function)
    try:
        return _orders[key]
    except (KeyError, TypeError):
        pass
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        names = []
    try:
        _orders[key] = names
    except TypeError:
        pass
    return names


def _part(value, word):
    """A field of a value, or a value of a dictionary; properties are not called."""
    if isinstance(value, dict):
        return value.get(word)
    try:
        return vars(value).get(word)
    except TypeError:
        pass
    if inspect.ismemberdescriptor(getattr(type(value), word, None)):
        return getattr(value, word, None)
    return None


_SIZED = (list, tuple, dict, set, frozenset, collections.deque, range)


def _characterise(thread, index, value):
    """The records of a value: what Beagle's probes for Java take of its like."""
    def put(characterisation, kind, number):
        thread.buffer += _pack(PARAMETER, kind, characterisation, 0, index, 0, thread.id, 0, 0, number)

    kind = type(value)
    if kind is int or kind is float:
        try:
            put(VALUE, NUMBER, float(value))
        except OverflowError:
            put(VALUE, NONE, 0.0)
    elif kind is bool:
        put(VALUE, BOOL, float(value))
    elif kind is str:
        if len(value) <= 64:
            put(VALUE, WORD, _text(value))
        put(ELEMENTS, NUMBER, len(value))
        put(BYTES, NUMBER, len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass")))
    elif kind is bytes or kind is bytearray:
        put(ELEMENTS, NUMBER, len(value))
        put(BYTES, NUMBER, len(value))
    elif value is None:
        put(VALUE, NONE, 0.0)
    elif isinstance(value, enum.Enum):
        put(VALUE, WORD, _text(value.name or ""))
    elif isinstance(value, _SIZED):
        put(ELEMENTS, NUMBER, len(value))
    elif isinstance(value, (array.array, memoryview)) or kind.__module__ == "numpy" and hasattr(value, "nbytes"):
        size = value.nbytes if hasattr(value, "nbytes") else len(value) * value.itemsize
        put(ELEMENTS, NUMBER, getattr(value, "size", None) or len(value))
        put(BYTES, NUMBER, size)
    elif isinstance(value, numbers.Real):
        try:
            put(VALUE, NUMBER, float(value))
        except (OverflowError, ValueError):
            put(VALUE, NONE, 0.0)
    else:
        put(TYPE, WORD, _text((kind.__module__ + "." + kind.__qualname__)[:1024]))


def calibrate():
    """Measures what probes take, with buffers that are thrown away."""
    global _own_wall, _own_cpu, _demand, _small, _service
    thread = _thread()
    rounds = 400
    own_wall, own_cpu, demand, small, service = [], [], [], [], []
    for _ in range(rounds):
        then = wall_ns()
        token = begin(0)
        wall, cpu = wall_ns(), -1 if _wall_only else cpu_ns()
        own_wall.append(wall - token[4])
        own_cpu.append(cpu - token[3])
        then = wall_ns()
        end(begin(0))
        demand.append(wall_ns() - then)
        then = wall_ns()
        taken(0)
        small.append(wall_ns() - then)
        then = wall_ns()
        enter(0, ())
        service.append(wall_ns() - then)
        thread.buffer.clear()
    middle = lambda values: sorted(values)[rounds // 2]
    clock = min(wall_ns() * -1 + wall_ns() for _ in range(rounds))
    _own_wall, _own_cpu = middle(own_wall), max(0, middle(own_cpu))
    _demand, _small = max(0, middle(demand) - clock), max(0, middle(small) - clock)
    _service = max(0, middle(service) - clock) // 2
    thread.spent = 0


def start(folder, wall_only):
    """Opens this process's segment file, and sees to it that it gets its end."""
    global _file, _wall_only
    _wall_only = wall_only
    calibrate()
    _open(folder)
    atexit.register(finish)
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=lambda: _forked(folder))
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminated)


def _open(folder):
    global _file
    try:
        _file = open(os.path.join(folder, "%d.events" % os.getpid()), "xb", buffering=0)
        _file.write(START)
    except OSError:
        _file = None


def _forked(folder):
    """A child process has a file of its own, and none of its parent's events."""
    global _lock, _file, _here, _threads
    _lock = threading.RLock()
    for thread in list(_threads):
        thread.buffer = bytearray()
    _threads, _here = weakref.WeakSet(), threading.local()
    _texts.clear()
    if _file is not None:
        _file.close()
    _open(folder)


def _terminated(number, _):
    """What TERM does by default, after the last events."""
    finish()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def finish():
    """Writes the rest and the end."""
    global _file
    with _lock:
        for thread in list(_threads):
            flush(thread)
        if _file is not None:
            try:
                _file.write(_pack(END, 0, 0, 0, 0, 0, 0, _lost, 0, 0.0))
                _file.close()
            except (OSError, ValueError):
                pass
            _file = None
