/// Recordings as MCAP, the container of logs that Foxglove and Lichtblick play.
@NullMarked
package dev.hindsight.trainer.rollout.foreign.mcap;

import org.jspecify.annotations.NullMarked;
