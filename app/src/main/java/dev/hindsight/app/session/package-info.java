/// What was open in the window, written down while it is open and opened again at the next start.
@NullMarked
package dev.hindsight.app.session;

import org.jspecify.annotations.NullMarked;
