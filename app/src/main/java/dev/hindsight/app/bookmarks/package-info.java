/// Bookmarks in the window: a list with undo, stored in a file beside the recording, and the panel
/// that shows it.
@NullMarked
package dev.hindsight.app.bookmarks;

import org.jspecify.annotations.NullMarked;
