/// Pictures over time as files: films (MP4), animations (GIF) and stills (PNG), from anything that
/// can paint a frame.
@NullMarked
package dev.hindsight.render.film;

import org.jspecify.annotations.NullMarked;
