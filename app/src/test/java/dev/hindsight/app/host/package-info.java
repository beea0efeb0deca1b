/// Tests of the host of panels.
@NullMarked
package dev.hindsight.app.host;

import org.jspecify.annotations.NullMarked;
