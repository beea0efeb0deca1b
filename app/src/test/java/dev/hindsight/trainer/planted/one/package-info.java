/// Half of a planted cycle of packages.
@NullMarked
package dev.hindsight.trainer.planted.one;

import org.jspecify.annotations.NullMarked;
