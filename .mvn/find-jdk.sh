# For the scripts of the checkout: finds a JDK 25 or later.

no_jdk='no JDK 25 found: install one (for instance Temurin 25 from https://adoptium.net) or point JAVA_HOME at it'

# A JDK says its version in its file "release"; nothing is started to find out.
is_jdk_25() {
  local version
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [ -n "$version" ] && [ "$version" -ge 25 ]
}

find_jdk() {
  local candidate on_path
  on_path=$(command -v javac || true)
  if [ -n "$on_path" ]; then
    on_path=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
    on_path=${on_path%/bin/javac}
  fi
  for candidate in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /opt/jdk* "${HOME:-/}"/.sdkman/candidates/java/* \
    "${HOME:-/}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*; do
    if [ -n "$candidate" ] && is_jdk_25 "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  return 1
}

# Java names files in the encoding of the locale: in that of C, no path beyond ASCII can be opened.
name_files_in_utf8() {
  [ "$(locale charmap 2>/dev/null || true)" != UTF-8 ] || return 0
  if [ -n "${LC_ALL:-}" ]; then
    export LANG=$LC_ALL
    unset LC_ALL
  fi
  export LC_CTYPE=C.UTF-8
}
