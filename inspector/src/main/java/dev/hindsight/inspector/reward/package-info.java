/// The parts of the reward at the cursor and over the trial, and whether they add up to the
/// recorded reward.
@NullMarked
package dev.hindsight.inspector.reward;

import org.jspecify.annotations.NullMarked;
