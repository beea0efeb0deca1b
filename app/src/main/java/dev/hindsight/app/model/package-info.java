/// Values that commands change, and their watchers; no toolkit.
@NullMarked
package dev.hindsight.app.model;

import org.jspecify.annotations.NullMarked;
