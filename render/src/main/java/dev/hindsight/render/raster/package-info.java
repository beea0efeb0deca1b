/// Draws scenes into images on any thread, without a toolkit, for films, tests and the command
/// line.
@NullMarked
package dev.hindsight.render.raster;

import org.jspecify.annotations.NullMarked;
