/// What would have happened: runs a recording on from a tick with one agent remembering less, and
/// compares it with the same run with full memory.
@NullMarked
package dev.hindsight.trainer.counterfactual;

import org.jspecify.annotations.NullMarked;
