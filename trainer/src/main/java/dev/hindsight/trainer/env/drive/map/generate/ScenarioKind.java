package dev.hindsight.trainer.env.drive.map.generate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// The kinds of road layout.
public enum ScenarioKind {
  /// Two lanes each way; some vehicles change lanes.
  STRAIGHT(16),
  /// An S-bend with one lane each way.
  CURVE(16),
  /// Four arms crossing at about right angles, without signals: a vehicle that arrives later
  /// yields.
  INTERSECTION(16),
  /// Four arms around an island, circulating counter-clockwise.
  ROUNDABOUT(16),
  /// A two-lane carriageway that an acceleration lane joins from the right.
  MERGE(16),
  /// One road without a centre line, shared by both directions.
  NARROW(2),
  /// One lane that parts into two, for goals that must be found.
  FORK(1);

  private final int vehicles;

  ScenarioKind(int vehicles) {
    this.vehicles = vehicles;
  }

  /// Number of vehicles if the user names none: traffic, or as many as the kind is about.
  public int vehicles() {
    return vehicles;
  }

  /// The name in files and on the command line: `roundabout`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// As the command line takes it, whose help lists it.
  @Override
  public String toString() {
    return word();
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
