/// The picture of a drive recording, with the observation drawn into it and the source of each
/// observed number.
@NullMarked
package dev.hindsight.trainer.env.drive.picture;

import org.jspecify.annotations.NullMarked;
