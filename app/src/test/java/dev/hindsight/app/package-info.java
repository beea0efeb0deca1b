/// The build as a whole: what it ships, and under which licences.
@NullMarked
package dev.hindsight.app;

import org.jspecify.annotations.NullMarked;
