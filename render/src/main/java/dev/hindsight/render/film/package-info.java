/// Films (MP4), animations (GIF) and stills (PNG) as files, from anything that can paint a frame.
@NullMarked
package dev.hindsight.render.film;

import org.jspecify.annotations.NullMarked;
