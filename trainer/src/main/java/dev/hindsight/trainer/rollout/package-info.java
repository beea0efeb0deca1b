/// Recordings as self-describing columns: written in chunks, opened in constant time, read at any
/// tick.
@NullMarked
package dev.hindsight.trainer.rollout;

import org.jspecify.annotations.NullMarked;
