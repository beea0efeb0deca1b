/// Saving a channel of a recording as numbers other programs read.
@NullMarked
package dev.hindsight.app.export;

import org.jspecify.annotations.NullMarked;
