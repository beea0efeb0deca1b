/// Facts about recordings, stored and checked again: on another recording, or on the actions of
/// another checkpoint in the same scenario.
@NullMarked
package dev.hindsight.inspector.fact;

import org.jspecify.annotations.NullMarked;
