/// Tests of stored settings.
@NullMarked
package dev.hindsight.app.settings;

import org.jspecify.annotations.NullMarked;
