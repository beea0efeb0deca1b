/// What a run asks of an algorithm, and what the algorithm reports to the run: the seam between
/// runs and learning. Knows neither DJL nor a toolkit.
@NullMarked
package dev.hindsight.trainer.run;

import org.jspecify.annotations.NullMarked;
