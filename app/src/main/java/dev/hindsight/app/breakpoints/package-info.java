/// Breakpoints in the window: the list of each kind of environment, its pane, and the search for
/// their hits in the recordings that are open.
@NullMarked
package dev.hindsight.app.breakpoints;

import org.jspecify.annotations.NullMarked;
