/// Questions about a tick, in CEL, asked of every tick and agent of a recording or of a training
/// run: the only package that sees a library of CEL, and of that only its parser.
@NullMarked
package dev.hindsight.trainer.condition;

import org.jspecify.annotations.NullMarked;
