/// How well a policy does: whole episodes lived through, and intervals for the means of what was
/// measured.
@NullMarked
package dev.hindsight.trainer.study;

import org.jspecify.annotations.NullMarked;
