/// `hindsight bench`: commands that measure speed on this machine.
@NullMarked
package dev.hindsight.app.cli.bench;

import org.jspecify.annotations.NullMarked;
