#!/bin/sh
# beagle-NAME: DOC. Beagle writes the members of a message
# in this order, and no spaces between them, so that sed is enough.
while IFS= read -r line; do
	id=$(printf '%s\n' "$line" | sed -n '1s/^{"jsonrpc":"2.0","id":\([0-9]*\),"method":.*/\1/p')
	method=$(printf '%s\n' "$line" | sed -n '1s/^{"jsonrpc":"2.0","id":[0-9]*,"method":"\([^"]*\)".*/\1/p')
	[ -n "$id" ] || continue # a notification, or no message
	case $method in
	initialize)
		echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"protocol":1,"name":"NAME","version":"0.1","points":["analyser"],"analyser":{"kinds":["internal-action","loop","call-parameter"]}}}'
		;;
	analyser/propose)
		mean=$(printf '%s\n' "$line" | sed -n 's/.*"target":\[\([^]]*\)\].*/\1/p' | tr ',' '\n' |
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
