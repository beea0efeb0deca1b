/// A grid world in which an excavator digs a foundation or a trench and dumps the soil where it
/// may.
@NullMarked
package dev.hindsight.trainer.env.excavation;

import org.jspecify.annotations.NullMarked;
