/// The desktop shell: the only `main`, and the object graph of the window, wired by hand.
@NullMarked
package dev.hindsight.app;

import org.jspecify.annotations.NullMarked;
