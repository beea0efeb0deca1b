/// Training runs: what is asked of an algorithm, what it reports, the gates a run must pass, and
/// the ledger that never loses one. Knows neither DJL nor a toolkit.
@NullMarked
package dev.hindsight.trainer.run;

import org.jspecify.annotations.NullMarked;
