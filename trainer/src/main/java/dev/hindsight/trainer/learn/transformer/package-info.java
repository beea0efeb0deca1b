/// The trial transformer: attention over everything an agent lived through in its episode, limbo
/// excepted, in three forms that must agree.
@NullMarked
package dev.hindsight.trainer.learn.transformer;

import org.jspecify.annotations.NullMarked;
