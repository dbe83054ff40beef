#!/bin/sh
# Asks the extension as Beagle does and looks at its answer; then, where Beagle is
# installed, tries all of its cases.
set -eu
cd "$(dirname "$0")"
BUILD
answers=$(printf '%s\n' \
	'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1,"beagle":"test","max_message":16777216}}' \
	'{"jsonrpc":"2.0","id":2,"method":"METHOD","params":PARAMS}' |
	./beagle-NAME)
case $answers in
*'WANT'*) echo "test.sh: ok" ;;
*)
	echo "test.sh: the answers are not what was expected: $answers"
	exit 1
	;;
esac
if command -v "${BEAGLE:-beagle}" >/dev/null; then
	"${BEAGLE:-beagle}" extension check ./beagle-NAME
fi
