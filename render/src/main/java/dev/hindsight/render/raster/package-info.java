/// Scenes into images on any thread, without a toolkit: what films, tests and the command line draw
/// with.
@NullMarked
package dev.hindsight.render.raster;

import org.jspecify.annotations.NullMarked;
