/// Planted faults of the window that the architecture rules must catch.
@NullMarked
package dev.hindsight.app.planted;

import org.jspecify.annotations.NullMarked;
