/// What went wrong, said once, where it does not stop the work.
@NullMarked
package dev.hindsight.app.notices;

import org.jspecify.annotations.NullMarked;
