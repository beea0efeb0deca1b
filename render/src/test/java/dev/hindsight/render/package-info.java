/// Tests of the look of a scene.
@NullMarked
package dev.hindsight.render;

import org.jspecify.annotations.NullMarked;
