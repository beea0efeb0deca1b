/// A driver without a network: follows lanes to its goal and yields, from the observation alone;
/// chosen like a checkpoint.
@NullMarked
package dev.hindsight.trainer.env.drive.driver;

import org.jspecify.annotations.NullMarked;
