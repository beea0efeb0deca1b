/// `hindsight bench`: how fast things are on this machine.
@NullMarked
package dev.hindsight.app.cli.bench;

import org.jspecify.annotations.NullMarked;
