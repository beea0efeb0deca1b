package dev.hindsight.trainer.env.airspace.radar;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Descriptions;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Narration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Aircraft in controllers' words: flight levels, knots, feet per minute.
final class RadarWords {
  /// Vertical speeds below this count as level flight, m/s: 100 ft/min.
  private static final double LEVEL = 100 * AviationUnits.FOOT / 60;

  private RadarWords() {}

  /// `KL008`, and below it `FL330↑ 452`; unknown parts are left out.
  static List<String> label(TrafficAtTick trafficAtTick, int body) {
    List<String> parts = new ArrayList<>();
    level(trafficAtTick, body)
        .map(level -> level + arrow(trafficAtTick, body))
        .ifPresent(parts::add);
    knots(trafficAtTick, body).ifPresent(parts::add);
    return parts.isEmpty()
        ? List.of(trafficAtTick.name(body))
        : List.of(trafficAtTick.name(body), String.join(" ", parts));
  }

  private static Optional<String> level(TrafficAtTick trafficAtTick, int body) {
    float metres = trafficAtTick.altitude()[body];
    return Float.isNaN(metres)
        ? Optional.empty()
        : Optional.of(
            String.format(Locale.ROOT, "%03d", Math.round(metres / AviationUnits.FLIGHT_LEVEL)));
  }

  private static Optional<String> knots(TrafficAtTick trafficAtTick, int body) {
    float speed = trafficAtTick.speed()[body];
    return Float.isNaN(speed)
        ? Optional.empty()
        : Optional.of(Long.toString(Math.round(speed / AviationUnits.KNOT)));
  }

  private static String arrow(TrafficAtTick trafficAtTick, int body) {
    float climb = trafficAtTick.climb()[body];
    return climb > LEVEL ? "↑" : climb < -LEVEL ? "↓" : "";
  }

  /// "Tick 31: KL008, agent 7, FL330, 452 kt, 090°."; if no aircraft is selected, their number and
  /// states.
  static String sentence(TrafficAtTick trafficAtTick) {
    Moment moment = trafficAtTick.moment();
    String when = wording("RadarWords.tick", moment.tick());
    if (moment.agent() >= 0 && moment.agent() < trafficAtTick.agents()) {
      List<String> facts = new ArrayList<>();
      facts.add(body(trafficAtTick, moment.agent()).replace(" · ", ", "));
      facts.addAll(Narration.results(moment));
      return when + String.join(", ", facts) + ".";
    }
    List<String> parts = new ArrayList<>();
    parts.add(wording("RadarWords.aircraft", trafficAtTick.bodies()));
    count(
        trafficAtTick,
        TrafficAtTick.ConflictState.LOSS,
        wording("RadarWords.too_close_to_another"),
        parts);
    count(
        trafficAtTick,
        TrafficAtTick.ConflictState.CONFLICT,
        wording("RadarWords.in_conflict"),
        parts);
    count(trafficAtTick, TrafficAtTick.ConflictState.GONE, "gone", parts);
    parts.add(wording("RadarWords.none_selected"));
    parts.addAll(Narration.resultsOfAll(moment));
    return when + String.join(", ", parts) + ".";
  }

  private static void count(
      TrafficAtTick trafficAtTick,
      TrafficAtTick.ConflictState conflictState,
      String words,
      List<String> parts) {
    long count = Arrays.stream(trafficAtTick.states()).filter(conflictState::equals).count();
    if (count > 0) {
      parts.add(count + " " + words);
    }
  }

  /// One line about a thing.
  static String of(Moment moment, MarkSubject markSubject) {
    Optional<TrafficAtTick> plot = TrafficAtTick.of(moment);
    return switch (markSubject.kind()) {
      case MarkSubject.AGENT ->
          plot.filter(p -> markSubject.index() >= 0 && markSubject.index() < p.agents())
              .map(p -> body(p, markSubject.index()))
              .orElseGet(() -> Descriptions.of(moment, markSubject));
      case MarkSubject.OTHER ->
          plot.filter(
                  p -> markSubject.index() >= 0 && markSubject.index() < p.bodies() - p.agents())
              .map(p -> body(p, p.agents() + markSubject.index()))
              .orElseGet(() -> Descriptions.of(moment, markSubject));
      case MarkSubject.GOAL ->
          plot.filter(p -> markSubject.index() >= 0 && markSubject.index() < p.agents())
              .map(p -> wording("RadarWords.exit_of", p.name(markSubject.index())))
              .orElseGet(() -> Descriptions.of(moment, markSubject));
      default -> Descriptions.of(moment, markSubject);
    };
  }

  private static String body(TrafficAtTick trafficAtTick, int body) {
    List<String> parts = new ArrayList<>();
    parts.add(trafficAtTick.name(body));
    if (body < trafficAtTick.agents()) {
      parts.add(wording("RadarWords.agent", body));
    }
    if (!trafficAtTick.here(body)) {
      parts.add("gone");
      return Descriptions.joined(parts);
    }
    level(trafficAtTick, body)
        .ifPresent(level -> parts.add("FL" + level + arrow(trafficAtTick, body)));
    if (!arrow(trafficAtTick, body).isEmpty()) {
      long feet = Math.round(trafficAtTick.climb()[body] / AviationUnits.FOOT * 60 / 10) * 10;
      parts.add(String.format(Locale.ROOT, "%+d ft/min", feet));
    }
    knots(trafficAtTick, body).ifPresent(knots -> parts.add(wording("RadarWords.kt", knots)));
    parts.add(String.format(Locale.ROOT, "%03d°", course(trafficAtTick.pose(body).heading())));
    for (ConflictPair conflictPair :
        ConflictPair.at(trafficAtTick.moment(), trafficAtTick.bodies())) {
      if (conflictPair.has(body)) {
        String partner = trafficAtTick.name(conflictPair.partner(body));
        parts.add(
            conflictPair.lost()
                ? wording("RadarWords.too_close_to", partner)
                : wording(
                    "RadarWords.conflict_with_in",
                    partner,
                    ConflictMarks.time(conflictPair.seconds())));
      }
    }
    return Descriptions.joined(parts);
  }

  /// Degrees clockwise from north, from radians counter-clockwise from east; north is 360.
  private static int course(float heading) {
    int degrees = Math.floorMod(Math.round(90 - (float) Math.toDegrees(heading)), 360);
    return degrees == 0 ? 360 : degrees;
  }
}
