/// Whether an installation works: everything Hindsight is for, done once with what is shipped.
@NullMarked
package dev.hindsight.app.selftest;

import org.jspecify.annotations.NullMarked;
