/// Tests of the seam to JavaFX, on the headless platform.
@NullMarked
package dev.hindsight.app.fx;

import org.jspecify.annotations.NullMarked;
