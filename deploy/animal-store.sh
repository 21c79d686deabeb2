#!/bin/sh
# The command line of a service on this machine: with the service's settings, as the service's user. Install it under
# the unit's name, such as /usr/local/bin/animal-store. Only root can run it.
name=$(basename "$0")
exec runuser -u "$name" -- node --env-file="/etc/$name.env" "/opt/$name/bin/animal-store" "$@"
