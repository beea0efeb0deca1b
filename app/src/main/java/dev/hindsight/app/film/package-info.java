/// The form for a film of what the window shows.
@NullMarked
package dev.hindsight.app.film;

import org.jspecify.annotations.NullMarked;
