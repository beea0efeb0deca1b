package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.env.airspace.geo.Units;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Descriptions;
import dev.hindsight.trainer.scene.Narration;
import dev.hindsight.trainer.scene.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Aircraft in words, as controllers have them: flight levels, knots, feet a minute.
final class RadarWords {
  /// Vertical speeds below this, m/s, are level flight: 100 ft/min.
  private static final double LEVEL = 100 * Units.FOOT / 60;

  private RadarWords() {}

  /// `KL008`, and below it `FL330↑ 452`; what is not known is left out.
  static List<String> label(Plot plot, int body) {
    List<String> parts = new ArrayList<>();
    level(plot, body).map(level -> level + arrow(plot, body)).ifPresent(parts::add);
    knots(plot, body).ifPresent(parts::add);
    return parts.isEmpty()
        ? List.of(plot.name(body))
        : List.of(plot.name(body), String.join(" ", parts));
  }

  private static Optional<String> level(Plot plot, int body) {
    float metres = plot.altitude()[body];
    return Float.isNaN(metres)
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, "%03d", Math.round(metres / Units.FLIGHT_LEVEL)));
  }

  private static Optional<String> knots(Plot plot, int body) {
    float speed = plot.speed()[body];
    return Float.isNaN(speed)
        ? Optional.empty()
        : Optional.of(Long.toString(Math.round(speed / Units.KNOT)));
  }

  private static String arrow(Plot plot, int body) {
    float climb = plot.climb()[body];
    return climb > LEVEL ? "↑" : climb < -LEVEL ? "↓" : "";
  }

  /// "Tick 31: KL008, agent 7, FL330, 452 kt, 090°." or, where nobody is selected, how many there
  /// are and how they stand.
  static String sentence(Plot plot) {
    Moment moment = plot.moment();
    String when = "Tick " + moment.tick() + ": ";
    if (moment.agent() >= 0 && moment.agent() < plot.agents()) {
      List<String> facts = new ArrayList<>();
      facts.add(body(plot, moment.agent()).replace(" · ", ", "));
      facts.addAll(Narration.results(moment));
      return when + String.join(", ", facts) + ".";
    }
    List<String> parts = new ArrayList<>();
    parts.add(plot.bodies() + " aircraft");
    count(plot, Plot.State.LOSS, "too near to another", parts);
    count(plot, Plot.State.CONFLICT, "in conflict", parts);
    count(plot, Plot.State.GONE, "gone", parts);
    parts.add("none selected");
    parts.addAll(Narration.resultsOfAll(moment));
    return when + String.join(", ", parts) + ".";
  }

  private static void count(Plot plot, Plot.State state, String words, List<String> parts) {
    long count = Arrays.stream(plot.states()).filter(state::equals).count();
    if (count > 0) {
      parts.add(count + " " + words);
    }
  }

  /// A thing in a line.
  static String of(Moment moment, Subject subject) {
    Optional<Plot> plot = Plot.of(moment);
    return switch (subject.kind()) {
      case Subject.AGENT ->
          plot.filter(p -> subject.index() >= 0 && subject.index() < p.agents())
              .map(p -> body(p, subject.index()))
              .orElseGet(() -> Descriptions.of(moment, subject));
      case Subject.OTHER ->
          plot.filter(p -> subject.index() >= 0 && subject.index() < p.bodies() - p.agents())
              .map(p -> body(p, p.agents() + subject.index()))
              .orElseGet(() -> Descriptions.of(moment, subject));
      case Subject.GOAL ->
          plot.filter(p -> subject.index() >= 0 && subject.index() < p.agents())
              .map(p -> "exit of " + p.name(subject.index()))
              .orElseGet(() -> Descriptions.of(moment, subject));
      default -> Descriptions.of(moment, subject);
    };
  }

  private static String body(Plot plot, int body) {
    List<String> parts = new ArrayList<>();
    parts.add(plot.name(body));
    if (body < plot.agents()) {
      parts.add("agent " + body);
    }
    if (!plot.here(body)) {
      parts.add("gone");
      return Descriptions.joined(parts);
    }
    level(plot, body).ifPresent(level -> parts.add("FL" + level + arrow(plot, body)));
    if (!arrow(plot, body).isEmpty()) {
      long feet = Math.round(plot.climb()[body] / Units.FOOT * 60 / 10) * 10;
      parts.add(String.format(Locale.ROOT, "%+d ft/min", feet));
    }
    knots(plot, body).ifPresent(knots -> parts.add(knots + " kt"));
    parts.add(String.format(Locale.ROOT, "%03d°", course(plot.pose(body).heading())));
    for (Pair pair : Pair.at(plot.moment(), plot.bodies())) {
      if (pair.has(body)) {
        String partner = plot.name(pair.partner(body));
        parts.add(
            pair.lost()
                ? "too near to " + partner
                : "conflict with " + partner + " in " + ConflictMarks.time(pair.seconds()));
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
