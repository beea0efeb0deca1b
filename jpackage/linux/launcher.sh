#!/bin/sh
# Starts Hindsight from where it lies. jpackage's own launcher does the same, but before it does, it asks rpm and dpkg, twice each, which
# package it belongs to: on Debian, that takes half a second.
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
app=$home/lib/app

@name_files_in_utf8@
name_files_in_utf8

# Options for other programs' Java.
unset JDK_JAVA_OPTIONS

# Java asks the system's list of users.
user_home=
case ${HOME:-} in /*) user_home=$HOME ;; esac

exec "$home/lib/runtime/bin/hindsight" \
  @options@ \
  ${user_home:+"-Duser.home=$user_home"} \
  "-Djpackage.app-path=$home/bin/hindsight" \
  -cp "@classpath@" \
  @main@ "$@"
