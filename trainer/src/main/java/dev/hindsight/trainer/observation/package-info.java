/// What the numbers of an observation mean: their segments, units, factors and ranges.
@NullMarked
package dev.hindsight.trainer.observation;

import org.jspecify.annotations.NullMarked;
