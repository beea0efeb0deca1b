/// Tests of the window from a user's point of view.
@NullMarked
package dev.hindsight.app.window;

import org.jspecify.annotations.NullMarked;
