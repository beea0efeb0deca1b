/// Commands that need an environment's own formats and nothing else: `generate`, `airspace`.
@NullMarked
package dev.hindsight.app.cli.environment;

import org.jspecify.annotations.NullMarked;
