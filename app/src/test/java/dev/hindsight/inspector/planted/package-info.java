/// Planted faults of the inspector that the architecture rules must catch.
@NullMarked
package dev.hindsight.inspector.planted;

import org.jspecify.annotations.NullMarked;
