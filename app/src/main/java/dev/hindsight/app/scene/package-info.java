/// The scene of a recording in the window, with its camera and overlays.
@NullMarked
package dev.hindsight.app.scene;

import org.jspecify.annotations.NullMarked;
