/// Files of other programs in the window and on the command line: the form that says what flows in
/// and out of a policy, and the tensors of a file.
@NullMarked
package dev.hindsight.app.foreign;

import org.jspecify.annotations.NullMarked;
