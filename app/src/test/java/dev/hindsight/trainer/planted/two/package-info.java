/// Half of a planted cycle of packages.
@NullMarked
package dev.hindsight.trainer.planted.two;

import org.jspecify.annotations.NullMarked;
