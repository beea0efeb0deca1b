/// What a panel is: the extension point of the window, known to no particular instrument.
@NullMarked
package dev.hindsight.inspector.panel;

import org.jspecify.annotations.NullMarked;
