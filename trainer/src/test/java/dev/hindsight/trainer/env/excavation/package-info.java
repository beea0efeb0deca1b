/// The excavation world against reference numbers and properties.
@NullMarked
package dev.hindsight.trainer.env.excavation;

import org.jspecify.annotations.NullMarked;
