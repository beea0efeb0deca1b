/// Planted faults of the trainer that the architecture rules must catch.
@NullMarked
package dev.hindsight.trainer.planted;

import org.jspecify.annotations.NullMarked;
