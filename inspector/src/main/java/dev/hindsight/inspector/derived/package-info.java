/// Numbers worked out of a recording that stand on the timeline beside what it holds.
@NullMarked
package dev.hindsight.inspector.derived;

import org.jspecify.annotations.NullMarked;
