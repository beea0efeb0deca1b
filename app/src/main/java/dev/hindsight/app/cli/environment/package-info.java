/// Commands that only need an environment's own formats: `generate`, `airspace`.
@NullMarked
package dev.hindsight.app.cli.environment;

import org.jspecify.annotations.NullMarked;
