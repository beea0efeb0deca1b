package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.session.RunSettings;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// Refuses, for every command alike, a key that an option of the form `--set KEY=VALUE` names
/// twice, also once with the prefix of its part and once without: one of the values would be lost.
final class RepeatedKeys {
  private static final String SETTINGS = "--set";

  private RepeatedKeys() {}

  /// Checks a command line that was understood.
  ///
  /// @throws Problem naming the key
  static void check(ParseResult line) {
    for (OptionSpec option : line.matchedOptions()) {
      if (option.isMultiValue() && option.typeInfo().isMap()) {
        requireOnce(option.longestName(), option.originalStringValues());
      }
    }
    if (line.hasSubcommand()) {
      check(line.subcommand());
    }
  }

  private static void requireOnce(String option, List<String> pairs) {
    Set<String> keys = new HashSet<>();
    for (String pair : pairs) {
      String key = pair.substring(0, pair.indexOf('='));
      boolean twice = !keys.add(key);
      if (twice || (option.equals(SETTINGS) && otherwise(key).anyMatch(keys::contains))) {
        throw new Problem(
            wording("RepeatedKeys.it_is_given_twice"),
            option + " " + key,
            wording("RepeatedKeys.give_it_once"));
      }
    }
  }

  /// The other ways to write a setting: without its prefix, or with any. Two prefixes name two
  /// settings.
  private static Stream<String> otherwise(String key) {
    return prefixes().anyMatch(key::startsWith)
        ? Stream.of(key.substring(key.indexOf('.') + 1))
        : prefixes().map(prefix -> prefix + key);
  }

  private static Stream<String> prefixes() {
    return Stream.concat(
        Stream.of(TrainingSpec.ENVIRONMENT, RunSettings.PREFIX),
        BuiltInAlgorithms.all().stream().map(algorithm -> algorithm.id() + "."));
  }
}
