/// Drive: vehicles on real or generated roads, over one or K trials of the same scenario. Here are
/// its settings and its environment, put together from the packages below.
@NullMarked
package dev.hindsight.trainer.env.drive;

import org.jspecify.annotations.NullMarked;
