/// The excavation simulator against reference numbers and properties.
@NullMarked
package dev.hindsight.trainer.env.excavation.simulation;

import org.jspecify.annotations.NullMarked;
