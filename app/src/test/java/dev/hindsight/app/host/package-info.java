/// Tests of the window as panels see it.
@NullMarked
package dev.hindsight.app.host;

import org.jspecify.annotations.NullMarked;
