/// JavaFX controls shared by the panels: trees whose rows stay while the cursor moves, canvases,
/// choices, dialogs and background requests.
@NullMarked
package dev.hindsight.inspector.live;

import org.jspecify.annotations.NullMarked;
