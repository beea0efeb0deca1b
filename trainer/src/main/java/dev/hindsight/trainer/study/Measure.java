package dev.hindsight.trainer.study;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.outcome.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// A number of a trial that tables show.
///
/// @param id its name in files: `score`, `return`, `length`, or an event's as in conditions:
///   `collision`
/// @param title for people, short
/// @param range its possible values
/// @param of reads it
public record Measure(
    String id, String title, Interval.Range range, ToDoubleFunction<TrialResult> of) {
  /// The ids of the measures that every environment has; all others are events.
  public static final List<String> COMMON = List.of("score", "return", "length");

  /// The same of a whole episode, for episodes without trials; empty if only trials have it.
  public Optional<ToDoubleFunction<EpisodeResult>> ofEpisode() {
    return switch (id) {
      case "return" -> Optional.of(EpisodeResult::earned);
      case "length" -> Optional.of(EpisodeResult::ticks);
      default -> Optional.empty();
    };
  }

  /// The measures of an environment: score, the part of the egos with each event, return, length.
  ///
  /// @param events the events that its actions can cause
  public static List<Measure> of(List<EventKind> events) {
    List<Measure> measures = new ArrayList<>();
    measures.add(
        new Measure("score", wording("Measure.score"), Interval.Range.UNIT, TrialResult::score));
    for (EventKind kind : events) {
      measures.add(
          new Measure(
              kind.signal(),
              kind.title(),
              Interval.Range.UNIT,
              trial -> trial.events().getOrDefault(kind.signal(), 0.0)));
    }
    measures.add(
        new Measure("return", wording("Measure.return"), Interval.Range.ANY, TrialResult::earned));
    measures.add(
        new Measure("length", wording("Measure.length"), Interval.Range.COUNT, TrialResult::ticks));
    return measures;
  }
}
