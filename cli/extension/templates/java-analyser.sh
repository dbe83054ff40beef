#!/bin/sh
# test.sh compiles it.
exec java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(dirname "$0")" Extension
