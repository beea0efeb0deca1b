/// Replay buffers of training runs, in the window and on the command line: what they hold, what was
/// drawn, and their episodes simulated again as recordings.
@NullMarked
package dev.hindsight.app.replay;

import org.jspecify.annotations.NullMarked;
