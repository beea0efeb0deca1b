/// The boundary between the window and a panel: what a panel can request, when it is shown what,
/// and what replaces one that fails.
@NullMarked
package dev.hindsight.app.host;

import org.jspecify.annotations.NullMarked;
