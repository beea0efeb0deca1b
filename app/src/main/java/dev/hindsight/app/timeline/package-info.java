/// Where in a recording the user is: a cursor that is a value moved by commands, and the lane that
/// shows it.
@NullMarked
package dev.hindsight.app.timeline;

import org.jspecify.annotations.NullMarked;
