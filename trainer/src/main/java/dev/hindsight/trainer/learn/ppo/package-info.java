/// Proximal policy optimisation over segments of rollouts, limbo and trials told apart.
@NullMarked
package dev.hindsight.trainer.learn.ppo;

import org.jspecify.annotations.NullMarked;
