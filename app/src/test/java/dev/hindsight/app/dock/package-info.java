/// Tests of layouts and docks.
@NullMarked
package dev.hindsight.app.dock;

import org.jspecify.annotations.NullMarked;
