/// This program again, in a process of its own.
@NullMarked
package dev.hindsight.app.process;

import org.jspecify.annotations.NullMarked;
