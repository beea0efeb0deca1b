/// Training as the command line and the window start it: from a user's words to a run.
@NullMarked
package dev.hindsight.app.training;

import org.jspecify.annotations.NullMarked;
