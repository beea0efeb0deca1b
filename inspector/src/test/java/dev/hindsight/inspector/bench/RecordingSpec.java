package dev.hindsight.inspector.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// The specification of a recording of this benchmark. Immutable; every `with` returns another one.
///
/// @param environment id of the environment
/// @param scenario a shipped map, the text of a `.scn` file, a file below the reference data with
///   `shared:` before it, or empty
/// @param policy a name of the built-in policies, `untrained transformer` and so on, a file below
///   the reference data with `shared:` before it, or empty where no policy acts
/// @param actions as on the command line
/// @param settings as on the command line
/// @param ticks at most; 0 for one episode
/// @param seed of the recording
/// @param finish what happens to the file afterwards
record RecordingSpec(
    String environment,
    String scenario,
    String policy,
    String actions,
    Map<String, String> settings,
    int ticks,
    long seed,
    Finish finish) {
  /// What happens to a recording after it is made.
  enum Finish {
    /// Nothing.
    NONE,
    /// The second half of the file is missing.
    CUT_OFF,
    /// A branch runs on from a tick in the middle, with random edits.
    BRANCH,
    /// Another zip library writes it again, without a summary.
    OTHER_WRITER,
    /// The same, without the columns that only newer recorders write.
    OTHER_WRITER_OLD_COLUMNS
  }

  /// Copies the map, keeping its order.
  RecordingSpec {
    settings = new LinkedHashMap<>(settings);
  }

  /// No policy, random actions.
  static RecordingSpec of(String environment) {
    return new RecordingSpec(environment, "", "", "random", Map.of(), 0, 1, Finish.NONE);
  }

  RecordingSpec on(String map) {
    return new RecordingSpec(environment, map, policy, actions, settings, ticks, seed, finish);
  }

  RecordingSpec by(String who, String how) {
    return new RecordingSpec(environment, scenario, who, how, settings, ticks, seed, finish);
  }

  /// @param pairs `name=value`
  RecordingSpec with(String... pairs) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    for (String pair : pairs) {
      all.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    return new RecordingSpec(environment, scenario, policy, actions, all, ticks, seed, finish);
  }

  RecordingSpec ticks(int most) {
    return new RecordingSpec(environment, scenario, policy, actions, settings, most, seed, finish);
  }

  RecordingSpec seed(long number) {
    return new RecordingSpec(
        environment, scenario, policy, actions, settings, ticks, number, finish);
  }

  RecordingSpec then(Finish what) {
    return new RecordingSpec(environment, scenario, policy, actions, settings, ticks, seed, what);
  }

  /// One line: enough to make it again by hand.
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
