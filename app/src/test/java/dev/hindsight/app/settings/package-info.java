/// Tests of what the window remembers.
@NullMarked
package dev.hindsight.app.settings;

import org.jspecify.annotations.NullMarked;
