/// Links to moments of recordings: commands as text, which a terminal runs and a window opens.
@NullMarked
package dev.hindsight.app.link;

import org.jspecify.annotations.NullMarked;
