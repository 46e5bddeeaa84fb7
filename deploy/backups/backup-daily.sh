#!/bin/sh
# One backup a day, where no timer of the machine does it (deploy/compose/backups.yaml).
set -eu
pgbackrest --stanza=arasta stanza-create
pgbackrest --stanza=arasta check
while true; do
  type=incr
  [ "$(date +%u)" = 7 ] && type=full
  pgbackrest --stanza=arasta --type="$type" backup
  sleep 86400
done
