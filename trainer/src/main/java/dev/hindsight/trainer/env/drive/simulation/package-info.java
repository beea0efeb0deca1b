/// The world itself: roads and lanes, participants, how bodies move and what they touch.
@NullMarked
package dev.hindsight.trainer.env.drive.simulation;

import org.jspecify.annotations.NullMarked;
