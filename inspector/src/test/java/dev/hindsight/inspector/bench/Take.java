package dev.hindsight.inspector.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What a recording of the bench is made of. Immutable; every `with` gives another one.
///
/// @param environment id of the environment
/// @param scenario a shipped map, the text of a `.scn` file, a file below the reference data with
///   `shared:` before it, or empty
/// @param policy a name of the built-in policies, `untrained transformer` and so on, a file below
///   the reference data with `shared:` before it, or empty where no policy acts
/// @param actions as on the command line
/// @param settings as on the command line
/// @param ticks at the most; 0 for one episode
/// @param seed of the recording
/// @param finish what happens to the file afterwards
record Take(
    String environment,
    String scenario,
    String policy,
    String actions,
    Map<String, String> settings,
    int ticks,
    long seed,
    Finish finish) {
  /// What happens to a recording after it was made.
  enum Finish {
    /// Nothing.
    NONE,
    /// The second half of the file is missing.
    CUT_OFF,
    /// It is gone on with from a tick in the middle, with edits drawn by lot.
    BRANCH,
    /// Written again by another zip library, without a summary.
    OTHER_WRITER,
    /// As the one before, without the columns that only newer recorders write.
    OTHER_WRITER_OLD_COLUMNS
  }

  /// Copies the map, keeping its order.
  Take {
    settings = new LinkedHashMap<>(settings);
  }

  /// No policy, random actions.
  static Take of(String environment) {
    return new Take(environment, "", "", "random", Map.of(), 0, 1, Finish.NONE);
  }

  Take on(String map) {
    return new Take(environment, map, policy, actions, settings, ticks, seed, finish);
  }

  Take by(String who, String how) {
    return new Take(environment, scenario, who, how, settings, ticks, seed, finish);
  }

  /// @param pairs `name=value`
  Take with(String... pairs) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    for (String pair : pairs) {
      all.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    return new Take(environment, scenario, policy, actions, all, ticks, seed, finish);
  }

  Take ticks(int most) {
    return new Take(environment, scenario, policy, actions, settings, most, seed, finish);
  }

  Take seed(long number) {
    return new Take(environment, scenario, policy, actions, settings, ticks, number, finish);
  }

  Take then(Finish what) {
    return new Take(environment, scenario, policy, actions, settings, ticks, seed, what);
  }

  /// In one line: enough to make it again by hand.
  String title() {
    String where = scenario.contains("\n") ? "a scenario file" : scenario;
    String sets =
        settings.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(" "));
    return (environment
            + " "
            + where
            + " "
            + policy
            + " "
            + actions
            + " "
            + sets
            + (ticks > 0 ? " ticks " + ticks : "")
            + " seed "
            + seed
            + (finish == Finish.NONE ? "" : " " + finish))
        .replaceAll(" +", " ");
  }
}
