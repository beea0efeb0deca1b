/// What an excavator observes: its state, sums over its workspace, and maps of the whole site.
@NullMarked
package dev.hindsight.trainer.env.excavation.observation;

import org.jspecify.annotations.NullMarked;
