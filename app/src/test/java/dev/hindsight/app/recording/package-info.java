/// Tests of what the application records and films.
@NullMarked
package dev.hindsight.app.recording;

import org.jspecify.annotations.NullMarked;
