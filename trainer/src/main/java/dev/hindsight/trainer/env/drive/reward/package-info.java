/// The rewards of a tick and their totals: goals, rewards, the scores of trials and the log of an
/// episode.
@NullMarked
package dev.hindsight.trainer.env.drive.reward;

import org.jspecify.annotations.NullMarked;
