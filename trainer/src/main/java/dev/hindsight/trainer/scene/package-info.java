/// A picture of a world in metres, independent of any toolkit; screen and film both draw it.
@NullMarked
package dev.hindsight.trainer.scene;

import org.jspecify.annotations.NullMarked;
