/// The world itself: roads and lanes, who takes part, how bodies move and what they touch.
@NullMarked
package dev.hindsight.trainer.env.drive.simulation;

import org.jspecify.annotations.NullMarked;
