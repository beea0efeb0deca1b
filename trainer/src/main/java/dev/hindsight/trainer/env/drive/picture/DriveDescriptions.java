package dev.hindsight.trainer.env.drive.picture;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Descriptions;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Describes things on a map in a few words.
final class DriveDescriptions {
  private static final List<String> TYPES = List.of("", "vehicle", "pedestrian", "cyclist");
  private static final List<String> ROLES =
      List.of(
          "",
          wording("DriveDescriptions.follows_its_log"),
          wording("DriveDescriptions.never_moves"));

  /// By type number, from 4.
  private static final List<String> ROADS =
      List.of(
          "lane",
          "line",
          "edge",
          wording("DriveDescriptions.stop_sign"),
          "crosswalk",
          wording("DriveDescriptions.speed_bump"),
          "driveway");

  private static final int FIRST_ROAD = 4;

  private DriveDescriptions() {}

  static String of(Moment moment, MarkSubject markSubject) {
    return switch (markSubject.kind()) {
      case MarkSubject.OTHER -> other(moment.rollout(), markSubject.index());
      case MarkSubject.ROAD -> road(moment.rollout(), markSubject.index());
      case DriveLayout.PARTNERS ->
          seen(moment, markSubject, wording("DriveDescriptions.observed_partner"));
      case DriveLayout.ROADS ->
          seen(moment, markSubject, wording("DriveDescriptions.observed_road_piece"));
      default -> Descriptions.of(moment, markSubject);
    };
  }

  private static String other(Rollout rollout, int index) {
    List<String> parts = new ArrayList<>();
    parts.add(wording("DriveDescriptions.other", index));
    word(rollout.fixed("other_type"), index, TYPES).ifPresent(parts::add);
    word(rollout.fixed("other_kind"), index, ROLES).ifPresent(parts::add);
    return Descriptions.joined(parts);
  }

  private static String road(Rollout rollout, int index) {
    String type =
        rollout
            .fixed("road/types")
            .filter(a -> index >= 0 && index < a.length())
            .map(a -> (int) a.value(index) - FIRST_ROAD)
            .filter(i -> i >= 0 && i < ROADS.size())
            .map(ROADS::get)
            .orElse(wording("DriveDescriptions.of_unnamed_type"));
    return wording("DriveDescriptions.road", index, type);
  }

  private static Optional<String> word(Optional<NpyArray> codes, int index, List<String> words) {
    return codes
        .filter(a -> index >= 0 && index < a.length())
        .map(a -> (int) a.value(index))
        .filter(code -> code > 0 && code < words.size())
        .map(words::get);
  }

  private static String side(float metres, String positive, String negative) {
    return NumberWords.metres(Math.abs(metres)) + " " + (metres < 0 ? negative : positive);
  }

  /// The distance of a thing according to its row of the observation.
  private static String seen(Moment moment, MarkSubject row, String words) {
    Poses.Pose centre = new Poses.Pose(0, 0, 0, moment.tick());
    Optional<ObservedTable> observed = ObservedTable.from(centre, moment, row.kind());
    return words
        + row.index()
        + observed
            .filter(o -> row.index() >= 0 && row.index() < o.rows())
            .map(o ->
                " · "
                    + side(o.ahead(row.index()), "ahead", "behind")
                    + ", "
                    + side(o.left(row.index()), "left", "right"))
            .orElse("");
  }
}
