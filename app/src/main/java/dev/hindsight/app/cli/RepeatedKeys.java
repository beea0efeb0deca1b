package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// Refuses, for every command alike, a key that an option of the form `--set KEY=VALUE` names
/// twice: one of the values would be lost.
final class RepeatedKeys {
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
      if (!keys.add(key)) {
        throw new Problem(
            wording("RepeatedKeys.it_is_given_twice"),
            option + " " + key,
            wording("RepeatedKeys.give_it_once"));
      }
    }
  }
}
