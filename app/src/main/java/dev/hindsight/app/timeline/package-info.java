/// The user's position in a recording: a cursor that is a value changed by commands, and the lanes
/// that show it.
@NullMarked
package dev.hindsight.app.timeline;

import org.jspecify.annotations.NullMarked;
