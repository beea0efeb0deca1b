/// The build as a whole: what is shipped, and under which licences.
@NullMarked
package dev.hindsight.app;

import org.jspecify.annotations.NullMarked;
