/// Aircraft in a sector of airspace that must keep apart on the way to their exits.
@NullMarked
package dev.hindsight.trainer.env.airspace;

import org.jspecify.annotations.NullMarked;
