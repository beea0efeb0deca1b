/// Who may look at whom and why: the mask of a query cell by cell, the two forms of the mask
/// against each other, weight that leaks into limbo, and the cache.
@NullMarked
package dev.hindsight.inspector.mask;

import org.jspecify.annotations.NullMarked;
