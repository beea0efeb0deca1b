/// What all algorithms share: vector environments, the collection of trajectories, networks from
/// knobs, the optimiser.
@NullMarked
package dev.hindsight.trainer.learn.training;

import org.jspecify.annotations.NullMarked;
