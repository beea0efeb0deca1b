/// Breakpoints in the window: the list for each kind of environment, its pane, and the search for
/// their hits in open recordings.
@NullMarked
package dev.hindsight.app.breakpoints;

import org.jspecify.annotations.NullMarked;
