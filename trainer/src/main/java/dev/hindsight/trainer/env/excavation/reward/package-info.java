/// The reward of an excavation step, by component.
@NullMarked
package dev.hindsight.trainer.env.excavation.reward;

import org.jspecify.annotations.NullMarked;
