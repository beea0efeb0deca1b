/// Two recordings under one cursor: which ticks correspond, where they first differ, and how the
/// scores changed.
@NullMarked
package dev.hindsight.inspector.compare;

import org.jspecify.annotations.NullMarked;
