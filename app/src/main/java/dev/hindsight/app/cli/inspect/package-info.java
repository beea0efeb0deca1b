/// Commands that read recordings: `info`, `diff`, `compare`, `replay`, `audit`, `find`, `scores`,
/// `check`, `export`.
@NullMarked
package dev.hindsight.app.cli.inspect;

import org.jspecify.annotations.NullMarked;
