#!/bin/sh
# Ends the database when the server that owns it is gone. Started by postmaster.ts; lives in a session of its own.
# Standard input is a pipe that only the server writes to: "pid N" names the postmaster of the moment (0: none), "bye" means all is well.
# The pipe closes without that word: the server died, so the postmaster is asked to stop (SIGINT, fast shutdown), later told to (SIGQUIT).
# A plain shell, not Node: it sits there for the server's whole life and costs 1 MB instead of 40.
pid=0
while read -r word value; do
  case "$word" in
    pid) pid=$value ;;
    bye) exit 0 ;;
  esac
done

# The number may have been recycled: only a postgres (or the wrapper that is about to become one) is ever signalled.
ours() {
  [ "$pid" -gt 0 ] && kill -0 "$pid" 2>/dev/null || return 1
  case "$(cat "/proc/$pid/comm" 2>/dev/null || ps -o comm= -p "$pid" 2>/dev/null)" in
    *postgres* | unshare | setpriv) return 0 ;;
  esac
  return 1
}

ours && kill -INT "$pid"
tenths=0
while ours && [ "$tenths" -lt 35 ]; do
  sleep 0.1
  tenths=$((tenths + 1))
done
ours && kill -QUIT "$pid"
exit 0
