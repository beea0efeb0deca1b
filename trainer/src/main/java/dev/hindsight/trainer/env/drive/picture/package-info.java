/// The picture of a drive recording, the observation drawn into it, and from where each number of
/// it came.
@NullMarked
package dev.hindsight.trainer.env.drive.picture;

import org.jspecify.annotations.NullMarked;
