/// What an environment is, and the one list of those there are.
@NullMarked
package dev.hindsight.trainer.env;

import org.jspecify.annotations.NullMarked;
