/// Plans that turn a user's names and texts into checked recording, film and sample jobs; shared by
/// the window and the command line.
@NullMarked
package dev.hindsight.app.recording;

import org.jspecify.annotations.NullMarked;
