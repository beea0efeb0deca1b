/// What every agent observes, number by number, and what each number means.
@NullMarked
package dev.hindsight.trainer.env.drive.observation;

import org.jspecify.annotations.NullMarked;
