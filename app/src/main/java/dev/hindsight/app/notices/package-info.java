/// Notices: problems, shown once without stopping the user's work.
@NullMarked
package dev.hindsight.app.notices;

import org.jspecify.annotations.NullMarked;
