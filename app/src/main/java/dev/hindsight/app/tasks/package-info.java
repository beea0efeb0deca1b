/// Long work of the window: started, shown while it runs, cancelled, and its end told on the FX
/// thread.
@NullMarked
package dev.hindsight.app.tasks;

import org.jspecify.annotations.NullMarked;
