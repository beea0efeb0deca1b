/// Where things are on the earth and in which direction: the reference simulator's quick geometry,
/// and its units.
@NullMarked
package dev.hindsight.trainer.env.airspace.geo;

import org.jspecify.annotations.NullMarked;
