/// Which panes there are, which of them a recording has a use for, and where they are opened.
@NullMarked
package dev.hindsight.app.panel;

import org.jspecify.annotations.NullMarked;
