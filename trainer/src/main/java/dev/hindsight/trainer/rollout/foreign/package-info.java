/// What other programs leave behind of a rollout, made into recordings: read, checked, converted
/// once into a `.rollout` among the files that can be made again.
@NullMarked
package dev.hindsight.trainer.rollout.foreign;

import org.jspecify.annotations.NullMarked;
