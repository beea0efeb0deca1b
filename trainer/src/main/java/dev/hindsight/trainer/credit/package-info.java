/// How reward is carried back in time: advantages as training takes them, for whoever explains
/// them.
@NullMarked
package dev.hindsight.trainer.credit;

import org.jspecify.annotations.NullMarked;
