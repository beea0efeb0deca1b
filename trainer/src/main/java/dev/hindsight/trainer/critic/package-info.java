/// The critics that a checkpoint holds, as instruments read them: values of joint actions, and the
/// targets that learning would compute from a recording; uses no network library.
@NullMarked
package dev.hindsight.trainer.critic;

import org.jspecify.annotations.NullMarked;
