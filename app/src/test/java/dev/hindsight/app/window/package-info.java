/// Tests of the window as its users use it.
@NullMarked
package dev.hindsight.app.window;

import org.jspecify.annotations.NullMarked;
