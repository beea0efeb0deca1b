/// The form for a new recording: environment, map, checkpoint, trials, seed, actions and every
/// other knob.
@NullMarked
package dev.hindsight.app.draft;

import org.jspecify.annotations.NullMarked;
