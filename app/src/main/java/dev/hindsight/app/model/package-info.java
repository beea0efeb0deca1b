/// Values moved by commands, and who is told about it; no toolkit in sight.
@NullMarked
package dev.hindsight.app.model;

import org.jspecify.annotations.NullMarked;
