/// What commands share: the console, the output formats, and common options.
@NullMarked
package dev.hindsight.app.cli.console;

import org.jspecify.annotations.NullMarked;
