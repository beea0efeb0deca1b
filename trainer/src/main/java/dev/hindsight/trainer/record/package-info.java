/// Records an environment with a policy as a rollout, and simulates rollouts again.
@NullMarked
package dev.hindsight.trainer.record;

import org.jspecify.annotations.NullMarked;
