/// Tests of values moved by commands.
@NullMarked
package dev.hindsight.app.model;

import org.jspecify.annotations.NullMarked;
