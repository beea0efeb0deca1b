/// The sentences of this module, apart from the code that says them, so that a writer can read them
/// in one go.
@NullMarked
package dev.hindsight.render.text;

import org.jspecify.annotations.NullMarked;
