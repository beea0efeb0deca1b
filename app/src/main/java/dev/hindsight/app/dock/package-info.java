/// The arrangement of panes as values that can be saved and undone, and the docks that show such a
/// value and report the user's changes.
@NullMarked
package dev.hindsight.app.dock;

import org.jspecify.annotations.NullMarked;
