/// Tests of commands and how they are found.
@NullMarked
package dev.hindsight.app.commands;

import org.jspecify.annotations.NullMarked;
