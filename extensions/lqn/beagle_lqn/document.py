"""XML with the places of its attributes, so that a value can be changed and every
other byte stays."""
import re
from xml.parsers import expat

_ATTRIBUTE = re.compile(rb"""([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')""")
_DEEPEST = 50


class Node:
    """An element: name, attributes, children, line, and where its tag begins."""

    def __init__(self, name, attributes, line, at):
        self.name, self.attributes, self.line, self.at, self.children = name, attributes, line, at, []

    def get(self, name, otherwise=None):
        return self.attributes.get(name, otherwise)

    def all(self, *names):
        return [c for c in self.children if c.name in names]

    def below(self, name):
        """Elements of a name at any depth."""
        for c in self.children:
            if c.name == name:
                yield c
            yield from c.below(name)


class Document:
    """A parsed file. Errors are ValueErrors with line."""

    def __init__(self, text):
        self.data = text.encode("utf-8")
        self.root, path = None, []
        parser = expat.ParserCreate("utf-8")

        def start(name, attributes):
            node = Node(name.rpartition(":")[2], attributes, parser.CurrentLineNumber, parser.CurrentByteIndex)
            if len(path) > _DEEPEST:
                raise ValueError("line %d: elements lie more than %d deep" % (node.line, _DEEPEST))
            if path:
                path[-1].children.append(node)
            else:
                self.root = node
            path.append(node)

        def doctype(*_):
            raise ValueError("line %d: a document type is not read" % parser.CurrentLineNumber)

        parser.StartElementHandler, parser.EndElementHandler = start, lambda name: path.pop()
        parser.StartDoctypeDeclHandler = doctype
        try:
            parser.Parse(self.data, True)
        except expat.ExpatError as error:
            raise ValueError("line %d: %s" % (error.lineno, expat.ErrorString(error.code))) from None

    def edit(self, node, name, value):
        """Where an attribute's value stands, and what comes there; an attribute that is
        not there is added behind the tag's name."""
        at = node.at + 1
        while self.data[at:at + 1] not in (b" ", b"\t", b"\r", b"\n", b"/", b">"):
            at += 1
        end = at
        for found in _ATTRIBUTE.finditer(self.data, at):
            if self.data[end:found.start()].strip():
                break  # behind the tag
            end = found.end()
            if found.group(1).decode("utf-8") == name:
                return {"at": self._units(found.start(2) + 1), "end": self._units(found.end(2) - 1), "text": value}
        return {"at": self._units(at), "end": self._units(at), "text": ' %s="%s"' % (name, value)}

    def _units(self, at):
        """An offset in bytes as one in UTF-16 code units."""
        return len(self.data[:at].decode("utf-8").encode("utf-16-le")) // 2
