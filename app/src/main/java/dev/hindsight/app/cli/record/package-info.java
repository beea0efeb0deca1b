/// Commands that make recordings: `record`, `demo`, `samples`.
@NullMarked
package dev.hindsight.app.cli.record;

import org.jspecify.annotations.NullMarked;
