/// Saving a channel of a recording as numbers for other programs.
@NullMarked
package dev.hindsight.app.export;

import org.jspecify.annotations.NullMarked;
