/// Soft actor-critic: a policy learns from single steps that it draws from a replay buffer.
@NullMarked
package dev.hindsight.trainer.learn.sac;

import org.jspecify.annotations.NullMarked;
