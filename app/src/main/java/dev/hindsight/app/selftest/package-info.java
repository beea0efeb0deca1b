/// Checks an installation: does everything Hindsight is for once, with built-in files.
@NullMarked
package dev.hindsight.app.selftest;

import org.jspecify.annotations.NullMarked;
