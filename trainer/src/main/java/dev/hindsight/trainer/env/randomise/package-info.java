/// Worlds whose settings differ from episode to episode: which numbers are randomised, the buckets
/// of values they are drawn from, and what sensors make of an observation.
@NullMarked
package dev.hindsight.trainer.env.randomise;

import org.jspecify.annotations.NullMarked;
