/// What commands share: the console they write to, words or JSON, and options that several have.
@NullMarked
package dev.hindsight.app.cli.console;

import org.jspecify.annotations.NullMarked;
