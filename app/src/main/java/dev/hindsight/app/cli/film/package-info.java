/// Commands that make films and pictures: `film`, `frame`, `screenshots`.
@NullMarked
package dev.hindsight.app.cli.film;

import org.jspecify.annotations.NullMarked;
