package dev.hindsight.trainer.env.courier;

import dev.hindsight.trainer.outcome.EventColour;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventKind.StateColumn;
import dev.hindsight.trainer.outcome.EventRole;
import dev.hindsight.trainer.outcome.EventShape;
import dev.hindsight.trainer.outcome.EventWords;
import java.util.List;

/// What couriers can cause. Action i causes event i of [#ALL].
public final class CourierEvents {
  /// A parcel was dropped: it spoils the trial.
  public static final EventKind DROPPED =
      EventKind.own(
              "parcel_dropped",
              8,
              EventWords.of("Drop", "parcel dropped", "drops a parcel", "drops"))
          .as(EventRole.FAILURE)
          .looking(EventShape.TRIANGLE, EventColour.BAD);

  /// The battery is low until it is charged.
  public static final EventKind LOW =
      EventKind.own(
              "battery_low",
              9,
              EventWords.of("Low battery", "battery low", "runs low", "low batteries")
                  .lasting("low on battery"))
          .lastingIn(new StateColumn("battery", 2))
          .looking(EventShape.RING, EventColour.WARNING);

  /// A horn, with the last number there is.
  public static final EventKind HONKED = plain("honked", 21);

  /// All ten.
  public static final List<EventKind> ALL =
      List.of(
          EventKind.GOAL,
          EventKind.COLLISION,
          plain("parcel_taken", 6),
          plain("parcel_delivered", 7).as(EventRole.GOOD),
          DROPPED,
          LOW,
          plain("charged", 10),
          plain("wrong_door", 11),
          plain("rained_on", 12),
          HONKED);

  private CourierEvents() {}

  private static EventKind plain(String name, int number) {
    String words = name.replace('_', ' ');
    String title = Character.toUpperCase(words.charAt(0)) + words.substring(1);
    return EventKind.own(name, number, EventWords.of(title, words, "was " + words, words + "s"));
  }
}
