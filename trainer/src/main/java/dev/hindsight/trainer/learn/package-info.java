/// Networks and learning; the only packages that use DJL.
@NullMarked
package dev.hindsight.trainer.learn;

import org.jspecify.annotations.NullMarked;
