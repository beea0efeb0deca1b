/// Networks and learning; the only package that sees DJL.
@NullMarked
package dev.hindsight.trainer.learn;

import org.jspecify.annotations.NullMarked;
