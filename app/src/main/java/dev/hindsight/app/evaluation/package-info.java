/// Evaluations as the command line and the window start, save and show them, and the recordings of
/// single episodes of them.
@NullMarked
package dev.hindsight.app.evaluation;

import org.jspecify.annotations.NullMarked;
