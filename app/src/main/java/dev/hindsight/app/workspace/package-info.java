/// The open tabs of the window, the services they share, and the state of each recording's view.
@NullMarked
package dev.hindsight.app.workspace;

import org.jspecify.annotations.NullMarked;
