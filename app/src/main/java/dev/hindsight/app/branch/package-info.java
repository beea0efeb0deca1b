/// Branches in the window: edits at the cursor, running on from there, and the tree of branches.
@NullMarked
package dev.hindsight.app.branch;

import org.jspecify.annotations.NullMarked;
