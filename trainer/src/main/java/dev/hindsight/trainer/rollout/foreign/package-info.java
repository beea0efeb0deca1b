/// Imports recordings of other programs: reads, checks and converts them once to a `.rollout` in
/// the cache folder.
@NullMarked
package dev.hindsight.trainer.rollout.foreign;

import org.jspecify.annotations.NullMarked;
