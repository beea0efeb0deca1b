/// The page shown while nothing is open: samples, recent files, and ways to begin.
@NullMarked
package dev.hindsight.app.welcome;

import org.jspecify.annotations.NullMarked;
