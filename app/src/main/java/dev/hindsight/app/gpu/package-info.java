/// Computing on a GPU: the window's dialog for it.
@NullMarked
package dev.hindsight.app.gpu;

import org.jspecify.annotations.NullMarked;
