package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A tick as people write it: `137`, `2:36` for tick 36 of trial 2, or `3:2:36` for tick 36 of
/// trial 2 of episode 3. Episodes and trials count from 1, ticks from 0.
public final class TickAddress {
  private static final Pattern PLAIN = Pattern.compile("\\s*(\\d{1,9})\\s*");
  private static final Pattern IN_TRIAL =
      Pattern.compile("\\s*(?:(\\d{1,9})\\s*:)?\\s*(\\d{1,9})\\s*:\\s*(\\d{1,9})\\s*");

  private TickAddress() {}

  /// Parses an address relative to a cursor: without an episode it refers to the cursor's.
  ///
  /// @param trials of the recording
  /// @param ticks of the recording
  /// @return empty if the text is not an address, or there is no such tick, trial or episode
  public static OptionalInt parse(String text, TrialIndex trials, int ticks, int cursor) {
    Matcher plain = PLAIN.matcher(text);
    if (plain.matches()) {
      int tick = Integer.parseInt(plain.group(1));
      return tick < ticks ? OptionalInt.of(tick) : OptionalInt.empty();
    }
    Matcher inTrial = IN_TRIAL.matcher(text);
    if (!inTrial.matches() || trials.count() == 0) {
      return OptionalInt.empty();
    }
    int from = from(inTrial, trials, ticks, cursor);
    int stretch = from < 0 ? -1 : trial(trials, from, Integer.parseInt(inTrial.group(2)) - 1);
    int within = Integer.parseInt(inTrial.group(3));
    return stretch >= 0 && within < trials.end(stretch) - trials.start(stretch)
        ? OptionalInt.of(trials.start(stretch) + within)
        : OptionalInt.empty();
  }

  /// Parses an address without a cursor: without an episode it refers to the first.
  ///
  /// @throws Problem if there is no such tick
  public static int of(String text, TrialIndex trials, int ticks) {
    return of(text, trials, ticks, 0);
  }

  /// As [#parse].
  ///
  /// @throws Problem if there is no such tick
  public static int of(String text, TrialIndex trials, int ticks, int cursor) {
    OptionalInt tick = parse(text, trials, ticks, cursor);
    if (tick.isPresent()) {
      return tick.getAsInt();
    }
    if (!PLAIN.matcher(text).matches() && !IN_TRIAL.matcher(text).matches()) {
      throw new Problem(
          wording("TickAddress.this_is_not_a_tick"),
          text,
          wording("TickAddress.write_41_2_14_for_tick"));
    }
    if (ticks == 0) {
      throw new Problem(
          wording("TickAddress.the_recording_has_no_ticks"),
          text,
          wording("TickAddress.choose_a_recording_with_ticks"));
    }
    throw PLAIN.matcher(text).matches()
        ? new Problem(
            wording("TickAddress.there_is_no_such_tick"),
            text,
            wording("TickAddress.give_0_to", ticks - 1))
        : missing(text, trials, ticks, cursor);
  }

  /// Which part of `episode:trial:tick` does not exist, and how many there are.
  private static Problem missing(String text, TrialIndex trials, int ticks, int cursor) {
    Matcher address = IN_TRIAL.matcher(text);
    if (!address.matches() || trials.count() == 0) {
      return new Problem(
          wording("TickAddress.the_recording_has_no_trials"),
          text,
          wording("TickAddress.give_a_tick_of_the_recording"));
    }
    int from = from(address, trials, ticks, cursor);
    if (from < 0) {
      return new Problem(
          wording("TickAddress.there_is_no_such_episode"),
          text,
          wording("TickAddress.there_are_episodes", trials.episodes()));
    }
    int stretch = trial(trials, from, Integer.parseInt(address.group(2)) - 1);
    if (stretch < 0) {
      int last = from;
      while (last + 1 < trials.count() && !trials.beginsEpisode(last + 1)) {
        last++;
      }
      return new Problem(
          wording("TickAddress.the_episode_has_no_such_trial"),
          text,
          wording("TickAddress.it_has_trials", trials.trial(last) + 1));
    }
    return new Problem(
        wording("TickAddress.the_trial_has_no_such_tick"),
        text,
        wording("TickAddress.it_has_ticks", trials.end(stretch) - trials.start(stretch)));
  }

  /// First span of the episode that an address names, or else of the cursor's; -1 if there is none.
  private static int from(Matcher address, TrialIndex trials, int ticks, int cursor) {
    return address.group(1) == null
        ? episodeOf(trials, trials.stretchAt(Math.clamp(cursor, 0, Math.max(0, ticks - 1))))
        : episode(trials, Integer.parseInt(address.group(1)));
  }

  /// `trial:tick` of a tick; an empty text if there are no trials.
  public static String inTrial(TrialIndex trials, int tick) {
    if (trials.count() == 0) {
      return "";
    }
    int stretch = trials.stretchAt(tick);
    return trials.trial(stretch) + 1 + ":" + (tick - trials.start(stretch));
  }

  /// The address of a tick that needs no cursor: with its episode if there are several; the bare
  /// tick if there are no trials.
  public static String inRecording(TrialIndex trials, int tick) {
    if (trials.count() == 0) {
      return Integer.toString(tick);
    }
    String inTrial = inTrial(trials, tick);
    OptionalInt episode = episodeNumber(trials, tick);
    return episode.isPresent() ? episode.getAsInt() + ":" + inTrial : inTrial;
  }

  /// The number of a tick's episode, counted from 1; empty if the recording has no more than one.
  public static OptionalInt episodeNumber(TrialIndex trials, int tick) {
    return trials.episodes() > 1
        ? OptionalInt.of(trials.episode(trials.stretchAt(tick)))
        : OptionalInt.empty();
  }

  /// The ticks of a tick's episode; all ticks if there are no trials.
  ///
  /// @param ticks of the recording
  public static Span episodeAt(TrialIndex trials, int ticks, int tick) {
    if (trials.count() == 0) {
      return Span.all(ticks);
    }
    int first = episodeOf(trials, trials.stretchAt(tick));
    int last = first;
    while (last + 1 < trials.count() && !trials.beginsEpisode(last + 1)) {
      last++;
    }
    return new Span(trials.start(first), Math.min(ticks, trials.end(last)));
  }

  /// First span of a span's episode.
  private static int episodeOf(TrialIndex trials, int stretch) {
    int first = stretch;
    while (!trials.beginsEpisode(first)) {
      first--;
    }
    return first;
  }

  /// First span of an episode, counted from 1; -1 if there is none.
  private static int episode(TrialIndex trials, int number) {
    int seen = 0;
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      seen += trials.beginsEpisode(stretch) ? 1 : 0;
      if (seen == number) {
        return stretch;
      }
    }
    return -1;
  }

  /// The span of a trial in the episode that begins with a given span, or -1.
  private static int trial(TrialIndex trials, int from, int trial) {
    for (int stretch = from; stretch < trials.count(); stretch++) {
      if (stretch > from && trials.beginsEpisode(stretch)) {
        return -1;
      }
      if (trials.trial(stretch) == trial) {
        return stretch;
      }
    }
    return -1;
  }
}
