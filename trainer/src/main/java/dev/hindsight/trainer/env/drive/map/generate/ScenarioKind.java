package dev.hindsight.trainer.env.drive.map.generate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// The kinds of road layout.
public enum ScenarioKind {
  /// Two lanes each way; some vehicles change lanes.
  STRAIGHT,
  /// An S-bend with one lane each way.
  CURVE,
  /// Four arms crossing at about right angles, without signals: a vehicle that arrives later
  /// yields.
  INTERSECTION,
  /// Four arms around an island, circulating counter-clockwise.
  ROUNDABOUT,
  /// A two-lane carriageway that an acceleration lane joins from the right.
  MERGE,
  /// One road without a centre line, shared by both directions.
  NARROW,
  /// One lane that parts into three, for goals that must be found.
  FORK;

  /// The name in files and on the command line: `roundabout`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The kind with a [#word()].
  ///
  /// @throws Problem listing the known kinds
  public static ScenarioKind named(String word) {
    return Arrays.stream(values())
        .filter(kind -> kind.word().equals(word.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("ScenarioKind.there_is_no_such_kind_of"),
                word,
                wording(
                    "ScenarioKind.choose_one_of",
                    Arrays.stream(values())
                        .map(ScenarioKind::word)
                        .collect(Collectors.joining(", ")))));
  }
}
