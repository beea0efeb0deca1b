/// Commands about training: `preflight`, `gpu`, `train`, `resume`, `evaluate`, `runs`.
@NullMarked
package dev.hindsight.app.cli.train;

import org.jspecify.annotations.NullMarked;
