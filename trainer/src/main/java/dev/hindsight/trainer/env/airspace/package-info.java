/// Aircraft in a piece of sky, each with a place to leave it at, that are to keep apart.
@NullMarked
package dev.hindsight.trainer.env.airspace;

import org.jspecify.annotations.NullMarked;
