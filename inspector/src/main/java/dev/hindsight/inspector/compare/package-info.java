/// Two recordings under one cursor: which of their ticks belong together, where they first differ,
/// and what that did to the scores.
@NullMarked
package dev.hindsight.inspector.compare;

import org.jspecify.annotations.NullMarked;
