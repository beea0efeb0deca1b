/// The session: open recordings, stored while the window is open and restored at the next start.
@NullMarked
package dev.hindsight.app.session;

import org.jspecify.annotations.NullMarked;
