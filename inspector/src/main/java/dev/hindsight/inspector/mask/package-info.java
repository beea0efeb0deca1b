/// Who may attend to what and why: the mask of a query cell by cell, the difference between its two
/// forms, weight that leaks into limbo, and the cache.
@NullMarked
package dev.hindsight.inspector.mask;

import org.jspecify.annotations.NullMarked;
