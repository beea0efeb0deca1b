/// What all ways to train share: environments side by side, a policy acting in them and what it
/// lived through, the network by its knobs, the optimiser.
@NullMarked
package dev.hindsight.trainer.learn.training;

import org.jspecify.annotations.NullMarked;
