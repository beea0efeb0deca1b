/// Computing on a GPU, as the window asks for it.
@NullMarked
package dev.hindsight.app.gpu;

import org.jspecify.annotations.NullMarked;
