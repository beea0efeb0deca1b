/// Tests of the timeline.
@NullMarked
package dev.hindsight.app.timeline;

import org.jspecify.annotations.NullMarked;
