/// The headless engine: environments, policies, learning and recording; no JavaFX, no AWT.
@NullMarked
package dev.hindsight.trainer;

import org.jspecify.annotations.NullMarked;
