/// Scenes on the screen: FXGL entities over a backdrop image, with a camera, picking and no engine.
@NullMarked
package dev.hindsight.render.stage;

import org.jspecify.annotations.NullMarked;
