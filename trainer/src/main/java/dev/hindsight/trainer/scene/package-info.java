/// A picture of a world in metres that knows no toolkit; screen and film both draw it.
@NullMarked
package dev.hindsight.trainer.scene;

import org.jspecify.annotations.NullMarked;
