/// A scripted driver without a network: it follows lanes to its goal and yields, using only its
/// observation. Users choose it like a checkpoint.
@NullMarked
package dev.hindsight.trainer.env.drive.driver;

import org.jspecify.annotations.NullMarked;
