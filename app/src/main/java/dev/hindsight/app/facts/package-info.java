/// Everything a recording says about one tick, as names and values.
@NullMarked
package dev.hindsight.app.facts;

import org.jspecify.annotations.NullMarked;
