/// Rules that hold over all modules.
@NullMarked
package dev.hindsight;

import org.jspecify.annotations.NullMarked;
