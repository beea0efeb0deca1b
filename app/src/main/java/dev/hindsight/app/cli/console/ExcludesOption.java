package dev.hindsight.app.cli.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Stands at an option that cannot be given with any of certain others, because one of the two
/// would be ignored: a command line with both is refused. It is enough to say it at one of them. At
/// a mixin it is about each of its options.
///
/// Only what is typed counts, not what a default gives.
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ExcludesOption {
  /// Names of options (`--at`) or labels of positional parameters (`OTHER`) of the same command.
  String[] value();

  /// The text that says why, which the labels of both precede; without it, that they exclude each
  /// other.
  String whyKey() default "";
}
