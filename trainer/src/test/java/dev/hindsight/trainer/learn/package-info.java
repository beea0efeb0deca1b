/// Networks against references and independent implementations.
@NullMarked
package dev.hindsight.trainer.learn;

import org.jspecify.annotations.NullMarked;
