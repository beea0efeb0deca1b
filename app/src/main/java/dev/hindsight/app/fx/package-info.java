/// The layer between the window's models and JavaFX: one thread, one clock, one style sheet.
@NullMarked
package dev.hindsight.app.fx;

import org.jspecify.annotations.NullMarked;
