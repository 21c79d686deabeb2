#!/bin/sh
# The command line of a service on this machine, run as the unit runs it: as the service's user, in its folder, with its settings,
# and with nothing of the caller's environment. Install it under the unit's name, such as /usr/local/bin/animal-store. Only root
# can run it.
name=$(basename "$0")

# The settings as commands of the shell, from a file whose syntax is that of systemd (parse_env_file), not that of a shell or of
# Node: nothing is expanded, a comment begins where a line begins, and a backslash at the end of a line continues it.
settings=$(LC_ALL=C awk '
  { text = text $0 "\n" }
  END {
    while (text != "") {
      if (take("^[ \t\r\n]+") || take("^[#;](\\\\(.|\n)|[^\\\\\r\n])*")) continue
      if (!take("^[^\r\n][^=\r\n]*=")) {
        take("^[^\r\n]*")
        continue
      }
      variable = substr(taken, 1, length(taken) - 1)
      sub(/[ \t]+$/, "", variable)
      value = ""
      for (;;) {
        if (take("^[ \t]+")) continue
        if (take("^\047[^\047]*\047?")) value = value unquote(taken)
        else if (take("^\"(\\\\(.|\n)|[^\\\\\"])*\"?")) value = value unescape(unquote(taken), "[\"\\\\`$]")
        else break
      }
      if (take("^(\\\\(.|\n)|[^\\\\\r\n])+")) value = value unescape(taken, ".")
      gsub(/\047/, "\047\"\047\"\047", value)
      if (variable ~ /^[A-Za-z_][A-Za-z0-9_]*$/) print "export " variable "=\047" value "\047"
    }
  }
  function take(pattern) {
    if (!match(text, pattern)) return 0
    taken = substr(text, 1, RLENGTH)
    text = substr(text, RLENGTH + 1)
    return 1
  }
  function unquote(quoted) {
    if (substr(quoted, length(quoted)) == substr(quoted, 1, 1)) sub(/.$/, "", quoted)
    return substr(quoted, 2)
  }
  # Drops the backslashes before characters of the class `escapable`, and the ends of lines that a backslash continues.
  function unescape(rest, escapable,    done, character) {
    while (match(rest, /\\(.|\n)/)) {
      character = substr(rest, RSTART + 1, 1)
      done = done substr(rest, 1, RSTART - 1)
      rest = substr(rest, RSTART + 2)
      if (character !~ /[\r\n]/) done = done (character ~ escapable ? "" : "\\") character
    }
    if (escapable == ".") sub(/[ \t]+$/, "", rest) # outside of quotes
    return done rest
  }' "/etc/$name.env") || exit

umask 077 # as the unit
# Not as arguments, which the list of processes shows.
exec setpriv --reuid="$name" --regid="$name" --init-groups --reset-env \
  sh -c 'eval "$(cat <&3)"; exec 3<&-; cd "/var/lib/$0" && exec "/opt/$0/bin/animal-store" "$@"' "$name" "$@" 3<< END
$settings
END
