package dev.hindsight.trainer.outcome;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.text.OneLine;
import dev.hindsight.trainer.text.Sentences;
import java.util.Locale;

/// The words of an event, for every place that mentions it. None ends with a full stop.
///
/// @param title a word or two for a legend: `Collision`
/// @param what what happened: `vehicle collision`
/// @param result the result of an action, as the end of a sentence: `hits a vehicle`
/// @param state the state while it lasts: `in collision`; empty if it does not last
/// @param plural the name of its count: `collisions`
/// @param heading its count as the title of a column: `Collisions`
/// @param outcome what became of agents, after their number: `crashed`
/// @param mark a word beside the agent: `hit`
/// @param help the meaning of its name in conditions
public record EventWords(
    String title,
    String what,
    String result,
    String state,
    String plural,
    String heading,
    String outcome,
    String mark,
    String help) {
  /// Recordings declare events of their own.
  public EventWords {
    title = OneLine.of(title);
    what = OneLine.of(what);
    result = OneLine.of(result);
    state = OneLine.of(state);
    plural = OneLine.of(plural);
    heading = OneLine.of(heading);
    outcome = OneLine.of(outcome);
    mark = OneLine.of(mark);
    help = OneLine.of(help);
  }

  /// The words of an event that does not last; the others follow from these.
  ///
  /// @param title `Delivery`
  /// @param what `parcel delivered`
  /// @param result `delivers a parcel`
  /// @param plural `deliveries`
  public static EventWords of(String title, String what, String result, String plural) {
    return new EventWords(
        title,
        what,
        result,
        "",
        plural,
        Sentences.capitalised(plural),
        what,
        title.toLowerCase(Locale.ROOT),
        wording("EventWords.with_the_action", what));
  }

  /// The words of an event of which only the name is known: `soil_spilled` is *Soil spilled*.
  public static EventWords named(String name) {
    String words = name.replace('_', ' ');
    return of(Sentences.capitalised(words), words, words, words);
  }

  /// A copy for an event that begins a state.
  public EventWords lasting(String stateWords) {
    return new EventWords(title, what, result, stateWords, plural, heading, outcome, mark, help);
  }
}
