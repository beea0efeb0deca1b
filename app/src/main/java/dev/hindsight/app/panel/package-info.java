/// The kinds of panes, which of them apply to a recording, and where they open.
@NullMarked
package dev.hindsight.app.panel;

import org.jspecify.annotations.NullMarked;
