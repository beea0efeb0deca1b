/// The form for a film of what is seen.
@NullMarked
package dev.hindsight.app.film;

import org.jspecify.annotations.NullMarked;
