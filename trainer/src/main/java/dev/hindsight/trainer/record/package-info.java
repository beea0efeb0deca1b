/// Environment and policy into a rollout, and a rollout into the same rollout again.
@NullMarked
package dev.hindsight.trainer.record;

import org.jspecify.annotations.NullMarked;
