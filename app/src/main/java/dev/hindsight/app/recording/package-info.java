/// A recording as a user asks for it: names and texts in, a checked job out; the window and the
/// command line share it.
@NullMarked
package dev.hindsight.app.recording;

import org.jspecify.annotations.NullMarked;
