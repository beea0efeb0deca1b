/// The excavation world itself: how the machine moves, digs and dumps, and how soil settles.
@NullMarked
package dev.hindsight.trainer.env.excavation.simulation;

import org.jspecify.annotations.NullMarked;
