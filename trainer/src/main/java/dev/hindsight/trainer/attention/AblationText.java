package dev.hindsight.trainer.attention;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Head;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An ablation as typed and as stored in files, one term each: `head 1.2`, `trial 1`, `ticks 3-19`,
/// `slots 0-5`, `earlier-trials`, `limbo`, `others`. Layers, heads and trials count from 1 as in
/// the window, ticks and slots from 0; ranges include both ends.
public final class AblationText {
  private static final String HEADS = "head";
  private static final String TRIAL = "trial";
  private static final String TICKS = "ticks";
  private static final String SLOTS = "slots";
  private static final String EARLIER = "earlier-trials";
  private static final String LIMBO = "limbo";
  private static final String OTHERS = "others";
  private static final Pattern HEAD = Pattern.compile("([1-9]\\d{0,3})\\.([1-9]\\d{0,3})");
  private static final Pattern RANGE =
      Pattern.compile("\\s*(\\d{1,8})\\s*(?:[-–]\\s*(\\d{1,8})\\s*)?");
  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,6}");
  private static final String THERE = wording("AblationText.give_head_l_h_trial_k");

  private AblationText() {}

  /// Parses the terms.
  ///
  /// @throws Problem naming the term that cannot be parsed
  public static Ablation read(List<String> things, Fill fill) {
    Set<Head> heads = new LinkedHashSet<>();
    Set<Keys> keys = new LinkedHashSet<>();
    for (String thing : things) {
      String[] words = thing.strip().split("\\s+", 2);
      String rest = words.length > 1 ? words[1].strip() : "";
      switch (words[0]) {
        case HEADS -> heads.add(head(rest));
        case TRIAL -> keys.add(trial(rest));
        case TICKS -> keys.add(new Keys.Ticks(range(rest)));
        case SLOTS -> keys.add(new Keys.Slots(range(rest)));
        case EARLIER -> keys.add(new Keys.EarlierTrials());
        case LIMBO -> keys.add(new Keys.LimboTicks());
        case OTHERS -> keys.add(new Keys.Others());
        default ->
            throw new Problem(wording("AblationText.nothing_with_this_name_can_be"), thing, THERE);
      }
    }
    return new Ablation(heads, keys, fill);
  }

  /// A head as files name it: `1.2`.
  ///
  /// @throws Problem if the text is not a head
  public static Head head(String text) {
    Matcher matcher = HEAD.matcher(text);
    if (!matcher.matches()) {
      throw new Problem(
          wording("AblationText.it_names_no_head"),
          term(HEADS, text),
          wording("AblationText.give_layer_and_head_as_in"));
    }
    return new Head(Integer.parseInt(matcher.group(1)) - 1, Integer.parseInt(matcher.group(2)) - 1);
  }

  private static Keys trial(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new Problem(
          wording("AblationText.trials_are_counted_from_1"),
          term(TRIAL, text),
          wording("AblationText.give_1_or_more"));
    }
    return new Keys.WholeTrial(Integer.parseInt(text) - 1);
  }

  /// A range of ticks or slots, `3-19`, or a single number.
  ///
  /// @throws Problem if the text is not a range
  public static Span range(String text) {
    Matcher matcher = RANGE.matcher(text);
    if (matcher.matches()) {
      int from = Integer.parseInt(matcher.group(1));
      int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
      if (to >= from) {
        return Span.through(from, to);
      }
    }
    throw new Problem(
        wording("AblationText.this_is_not_a_range"),
        text,
        wording("AblationText.give_from_to_as_in_0"));
  }

  /// Writes the terms; [#read] restores the same ablation.
  public static List<String> write(Ablation ablation) {
    List<String> things = new ArrayList<>();
    ablation.heads().forEach(head -> things.add(term(HEADS, write(head))));
    ablation.keys().forEach(keys -> things.add(write(keys)));
    return things;
  }

  /// `1.2`.
  public static String write(Head head) {
    return (head.layer() + 1) + "." + (head.head() + 1);
  }

  private static String write(Keys keys) {
    return switch (keys) {
      case Keys.Ticks ticks -> term(TICKS, write(ticks.span()));
      case Keys.Slots slots -> term(SLOTS, write(slots.span()));
      case Keys.WholeTrial wholeTrial -> term(TRIAL, Integer.toString(wholeTrial.trial() + 1));
      case Keys.EarlierTrials _ -> EARLIER;
      case Keys.LimboTicks _ -> LIMBO;
      case Keys.Others _ -> OTHERS;
    };
  }

  private static String term(String kind, String which) {
    return String.join(" ", kind, which);
  }

  private static String write(Span span) {
    return span.from() + "-" + (span.to() - 1);
  }
}
