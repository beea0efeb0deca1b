/// Rules for all modules.
@NullMarked
package dev.hindsight;

import org.jspecify.annotations.NullMarked;
