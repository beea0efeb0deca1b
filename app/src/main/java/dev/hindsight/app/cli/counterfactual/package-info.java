/// Commands about what would have happened: `branch`, `ablate`, `credit`, `remember`.
@NullMarked
package dev.hindsight.app.cli.counterfactual;

import org.jspecify.annotations.NullMarked;
