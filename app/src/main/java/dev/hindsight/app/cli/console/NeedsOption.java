package dev.hindsight.app.cli.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Stands at an option that would be ignored without one of certain others: a command line with the
/// option and none of these is refused. At a mixin it is about each of its options.
///
/// Only what is typed counts, not what a default gives.
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsOption {
  /// Names of options (`--at`) or labels of positional parameters (`OTHER`) of the same command;
  /// one of them is enough.
  String[] value();

  /// The text that says why, which the label of the option precedes; without it, that the option
  /// does nothing without the others.
  String whyKey() default "";
}
