/// Facts in the window: saved by a command or the pane's menu, checked on the open recording, and
/// opened where they fail.
@NullMarked
package dev.hindsight.app.facts;

import org.jspecify.annotations.NullMarked;
