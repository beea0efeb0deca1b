/// Soft actor-critic: a policy that learns, again and again, from single steps it remembers.
@NullMarked
package dev.hindsight.trainer.learn.sac;

import org.jspecify.annotations.NullMarked;
