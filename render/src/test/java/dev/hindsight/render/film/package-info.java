/// Exports are read back with decoders and compared with the frames they were made from.
@NullMarked
package dev.hindsight.render.film;

import org.jspecify.annotations.NullMarked;
