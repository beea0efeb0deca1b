/// Manual changes to a running simulation at a tick: written down, checked, applied.
@NullMarked
package dev.hindsight.trainer.edit;

import org.jspecify.annotations.NullMarked;
