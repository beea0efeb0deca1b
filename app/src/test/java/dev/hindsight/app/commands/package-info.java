/// Tests of commands and the search for them.
@NullMarked
package dev.hindsight.app.commands;

import org.jspecify.annotations.NullMarked;
