/// Scenes on the screen: FXGL entities over a backdrop image, with a camera and picking, but
/// without FXGL's engine.
@NullMarked
package dev.hindsight.render.stage;

import org.jspecify.annotations.NullMarked;
