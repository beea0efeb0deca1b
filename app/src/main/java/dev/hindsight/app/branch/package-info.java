/// Branches in the window: what is to be changed at the cursor, running on from there, and the tree
/// of what has come of it.
@NullMarked
package dev.hindsight.app.branch;

import org.jspecify.annotations.NullMarked;
