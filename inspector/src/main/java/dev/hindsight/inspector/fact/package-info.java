/// Facts about recordings that are kept and checked again: on another recording, or on what another
/// checkpoint does in the same scenario.
@NullMarked
package dev.hindsight.inspector.fact;

import org.jspecify.annotations.NullMarked;
