/// Tests of the workers of a run in the window.
@NullMarked
package dev.hindsight.app.fleet;

import org.jspecify.annotations.NullMarked;
