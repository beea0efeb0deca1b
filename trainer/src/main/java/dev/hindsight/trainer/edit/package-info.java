/// What can be done by hand to something that runs, at a tick: written down, checked, applied.
@NullMarked
package dev.hindsight.trainer.edit;

import org.jspecify.annotations.NullMarked;
