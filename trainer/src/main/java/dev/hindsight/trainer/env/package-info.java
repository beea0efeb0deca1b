/// What an environment is: its interface, its type, the buffer a step writes, its settings.
@NullMarked
package dev.hindsight.trainer.env;

import org.jspecify.annotations.NullMarked;
