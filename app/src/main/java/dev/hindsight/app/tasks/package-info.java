/// Long jobs of the window: started, shown, cancelled, and their results delivered on the FX
/// thread.
@NullMarked
package dev.hindsight.app.tasks;

import org.jspecify.annotations.NullMarked;
