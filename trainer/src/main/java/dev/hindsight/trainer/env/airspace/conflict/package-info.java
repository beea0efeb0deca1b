/// Which aircraft will lose separation, when and by how much, and how a resolver would avoid it.
@NullMarked
package dev.hindsight.trainer.env.airspace.conflict;

import org.jspecify.annotations.NullMarked;
