/// Spread: agents that share a reward cover landmarks and keep apart, by the rules of the particle
/// environments.
@NullMarked
package dev.hindsight.trainer.env.spread;

import org.jspecify.annotations.NullMarked;
