/// What would have happened: a recording taken up at a tick and lived on with one agent remembering
/// less, beside the same life with everything.
@NullMarked
package dev.hindsight.trainer.counterfactual;

import org.jspecify.annotations.NullMarked;
