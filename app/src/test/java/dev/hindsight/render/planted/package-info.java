/// Planted faults of the renderer that the architecture rules must catch.
@NullMarked
package dev.hindsight.render.planted;

import org.jspecify.annotations.NullMarked;
