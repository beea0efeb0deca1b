/// The window's frame and what is open in it.
@NullMarked
package dev.hindsight.app.workspace;

import org.jspecify.annotations.NullMarked;
