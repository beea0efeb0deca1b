/// The settings that the window stores between two starts, and their folder.
@NullMarked
package dev.hindsight.app.settings;

import org.jspecify.annotations.NullMarked;
