#!/bin/sh
# Java runs the source itself; compile it where the second that this takes matters.
exec java -Xshare:auto -XX:TieredStopAtLevel=1 "$(dirname "$0")/Extension.java"
