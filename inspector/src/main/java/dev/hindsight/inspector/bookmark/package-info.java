/// Bookmarks: moments that the user keeps, how to find them in another recording of the same
/// scenario, and the file beside the recording.
@NullMarked
package dev.hindsight.inspector.bookmark;

import org.jspecify.annotations.NullMarked;
