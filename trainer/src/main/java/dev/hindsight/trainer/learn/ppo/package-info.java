/// Proximal policy optimisation over segments of rollouts; it treats limbo and trial ends
/// separately.
@NullMarked
package dev.hindsight.trainer.learn.ppo;

import org.jspecify.annotations.NullMarked;
