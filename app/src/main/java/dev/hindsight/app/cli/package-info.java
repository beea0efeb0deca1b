/// The command line: everything the window can do, without a display; failures print one line on
/// stderr. The root and `main` are here, the commands in packages by subject.
@NullMarked
package dev.hindsight.app.cli;

import org.jspecify.annotations.NullMarked;
