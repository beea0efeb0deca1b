/// Environments of Gymnasium and PettingZoo: a Python process that the user names runs one of them
/// and exchanges binary frames with this program; spaces become segments and factors, pictures a
/// column of their own.
@NullMarked
package dev.hindsight.trainer.env.gym;

import org.jspecify.annotations.NullMarked;
