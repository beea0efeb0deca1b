/// The list of the environments that come with Hindsight. It lies above all of them, so that none
/// depends on another.
@NullMarked
package dev.hindsight.trainer.env.builtin;

import org.jspecify.annotations.NullMarked;
