/// Questions in CEL about the ticks and agents of a recording or a training run; the only package
/// that uses a CEL library, and only its parser.
@NullMarked
package dev.hindsight.trainer.condition;

import org.jspecify.annotations.NullMarked;
