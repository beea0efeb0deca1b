/// The environment interface and the list of all environments.
@NullMarked
package dev.hindsight.trainer.env;

import org.jspecify.annotations.NullMarked;
