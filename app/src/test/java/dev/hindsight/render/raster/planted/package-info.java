/// Planted faults of the raster that the architecture rules must catch.
@NullMarked
package dev.hindsight.render.raster.planted;

import org.jspecify.annotations.NullMarked;
