/// The list of the environments that come with Hindsight: above all of them, so that none of them
/// depends on the others.
@NullMarked
package dev.hindsight.trainer.env.builtin;

import org.jspecify.annotations.NullMarked;
