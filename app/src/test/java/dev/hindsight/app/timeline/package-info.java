/// Tests of the cursor and its lane.
@NullMarked
package dev.hindsight.app.timeline;

import org.jspecify.annotations.NullMarked;
