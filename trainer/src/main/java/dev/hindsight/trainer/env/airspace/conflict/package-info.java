/// Who will lose separation with whom, when and by how much, and what a resolver would do about it.
@NullMarked
package dev.hindsight.trainer.env.airspace.conflict;

import org.jspecify.annotations.NullMarked;
