/// Files of other programs in the window and on the command line: forms that ask what flows in and
/// out of a policy and what the arrays of a dataset mean, the tensors of a file, and what imported
/// runs logged besides numbers.
@NullMarked
package dev.hindsight.app.foreign;

import org.jspecify.annotations.NullMarked;
