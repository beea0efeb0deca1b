/// What the window remembers between two runs, and the folder it remembers it in.
@NullMarked
package dev.hindsight.app.settings;

import org.jspecify.annotations.NullMarked;
