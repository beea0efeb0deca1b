/// Training as the command line and the window start it: from a user's input to a run, its state as
/// a value, its form, its charts, its live scene, and the list of runs.
@NullMarked
package dev.hindsight.app.training;

import org.jspecify.annotations.NullMarked;
