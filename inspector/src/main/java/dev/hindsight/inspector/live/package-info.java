/// Tables whose rows stay while the cursor moves, shared by the panels that show numbers.
@NullMarked
package dev.hindsight.inspector.live;

import org.jspecify.annotations.NullMarked;
