/// Where things are on the earth and in which direction: the two geometries of the reference
/// simulator, and its units.
@NullMarked
package dev.hindsight.trainer.env.airspace.geo;

import org.jspecify.annotations.NullMarked;
