/// How panes are arranged, as values that are saved and undone, and the docks on the screen that
/// show such a value and report what the user did to them.
@NullMarked
package dev.hindsight.app.dock;

import org.jspecify.annotations.NullMarked;
