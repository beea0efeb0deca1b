/// Training as the command line and the window start it: from a user's words to a run, its life as
/// a value, the form it is set up in, its charts, its live scene, and the runs there were.
@NullMarked
package dev.hindsight.app.training;

import org.jspecify.annotations.NullMarked;
