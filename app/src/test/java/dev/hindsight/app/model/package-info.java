/// Tests of values that commands change.
@NullMarked
package dev.hindsight.app.model;

import org.jspecify.annotations.NullMarked;
