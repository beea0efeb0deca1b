/// The observation of every agent and the meaning of each number.
@NullMarked
package dev.hindsight.trainer.env.drive.observation;

import org.jspecify.annotations.NullMarked;
