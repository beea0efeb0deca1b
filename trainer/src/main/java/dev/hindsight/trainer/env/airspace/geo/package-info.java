/// Positions and directions on the earth: the reference simulator's fast geometry, and its units.
@NullMarked
package dev.hindsight.trainer.env.airspace.geo;

import org.jspecify.annotations.NullMarked;
