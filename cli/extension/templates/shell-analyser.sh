#!/bin/sh
# beagle-NAME: DOC. Beagle writes the members of a message
# in this order, and no spaces between them, so that grep finds what is needed: the
# beginning of a request, and of a proposal's data the target. The shell would read a
# long line byte by byte.
grep -E --line-buffered -o '^\{"jsonrpc":"2\.0","id":[0-9]+,"method":"[^"]*"|"target":\[[^]]*\]' | while IFS= read -r line; do
	id=$(printf '%s\n' "$line" | sed -n 's/^{"jsonrpc":"2.0","id":\([0-9]*\),"method":.*/\1/p')
	method=$(printf '%s\n' "$line" | sed -n 's/^{"jsonrpc":"2.0","id":[0-9]*,"method":"\([^"]*\)".*/\1/p')
	[ -n "$id" ] || continue
	case $method in
	initialize)
		echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"protocol":1,"name":"NAME","version":"0.1","points":["analyser"],"analyser":{"kinds":["internal-action","loop","call-parameter"]}}}'
		;;
	analyser/propose)
		IFS= read -r target
		mean=$(printf '%s\n' "$target" | sed 's/.*\[\(.*\)\]/\1/' | tr ',' '\n' |
			awk '$1 != "null" { sum += $1; n++ } END { if (n) printf "%.9g", sum / n }')
		if [ -n "$mean" ]; then
			echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"proposals":[{"expression":"'"$mean"'","why":"the mean"}]}}'
		else
			echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"proposals":[]}}'
		fi
		;;
	*)
		echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32601,"message":"there is no such method"}}'
		;;
	esac
done
