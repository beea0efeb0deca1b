package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import dev.hindsight.trainer.env.excavation.reward.ExcavationReward.TrenchReward;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/// A level of the curriculum: its sites, its time limit and its rewards.
///
/// A level's part comes from a list with a value for each level; where that is empty, from the
/// setting that holds for all of them.
///
/// @param kind what its sites ask for
/// @param maxSteps time limit of a trial in steps
/// @param weights of the reward
/// @param trench whether there are rewards for standing along a trench
record ExcavationLevel(SiteKind kind, int maxSteps, RewardWeights weights, TrenchReward trench) {

  /// The levels of a configuration, the easiest first.
  ///
  /// @throws Problem if a list has an unknown value, or not one for each level
  static List<ExcavationLevel> of(SettingValues values) {
    List<SiteKind> kinds =
        words(values.text(ExcavationSettings.LEVELS)).stream().map(ExcavationLevel::kind).toList();
    List<Integer> steps =
        byLevel(
            values,
            ExcavationSettings.LEVEL_STEPS,
            kinds.size(),
            values.whole(ExcavationSettings.MAX_STEPS),
            ExcavationLevel::steps);
    List<String> rewards =
        byLevel(
            values,
            ExcavationSettings.LEVEL_REWARDS,
            kinds.size(),
            values.choice(ExcavationSettings.REWARDS),
            word ->
                oneOf(word, ExcavationSettings.LEVEL_REWARDS, ExcavationSettings.REWARD_CHOICES));
    List<Boolean> trench =
        byLevel(
            values,
            ExcavationSettings.LEVEL_TRENCH,
            kinds.size(),
            values.flag(ExcavationSettings.TRENCH_REWARDS),
            word ->
                oneOf(word, ExcavationSettings.LEVEL_TRENCH, List.of("true", "false"))
                    .equals("true"));
    List<ExcavationLevel> levels = new ArrayList<>();
    for (int level = 0; level < kinds.size(); level++) {
      levels.add(
          new ExcavationLevel(
              kinds.get(level),
              steps.get(level),
              weights(rewards.get(level), values.choice(ExcavationSettings.RULES)),
              trench.get(level) ? TrenchReward.APPLIED : TrenchReward.NONE));
    }
    return levels;
  }

  private static RewardWeights weights(String rewards, String rules) {
    if (rewards.equals("sparse")) {
      return RewardWeights.SPARSE;
    }
    return rules.equals("main") ? RewardWeights.MAIN : RewardWeights.WIP;
  }

  private static <T> List<T> byLevel(
      SettingValues values, String name, int levels, T common, Function<String, T> read) {
    String text = values.text(name).strip();
    if (text.isEmpty()) {
      return Collections.nCopies(levels, common);
    }
    List<T> list = words(text).stream().map(read).toList();
    if (list.size() != levels) {
      throw new Problem(
          wording(
              "ExcavationLevel.values_for_levels",
              CountWords.of(list.size(), "value"),
              CountWords.of(levels, "level")),
          name,
          wording("ExcavationLevel.give_one_for_each_level"));
    }
    return list;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
  }

  private static int steps(String word) {
    Setting.Whole limit = ExcavationSettings.STEPS;
    try {
      int steps = Integer.parseInt(word);
      if (steps >= limit.min() && steps <= limit.max()) {
        return steps;
      }
    } catch (NumberFormatException _) {
      // Named below.
    }
    throw new Problem(
        wording("ExcavationLevel.is_no_number_of_steps", word),
        ExcavationSettings.LEVEL_STEPS,
        wording("ExcavationLevel.give_numbers_separated_by_commas", limit.min(), limit.max()));
  }

  private static String oneOf(String word, String name, List<String> choices) {
    if (choices.contains(word)) {
      return word;
    }
    throw new Problem(
        wording("ExcavationLevel.is_none_of_the_choices", word),
        name,
        wording("ExcavationLevel.give_words_separated_by_commas", String.join(", ", choices)));
  }

  private static SiteKind kind(String id) {
    return Arrays.stream(SiteKind.values())
        .filter(kind -> kind.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("ExcavationLevel.there_is_no_kind_of_site", id),
                ExcavationSettings.LEVELS,
                wording("ExcavationLevel.give_kinds_separated_by_commas", kinds())));
  }

  /// The kinds of sites, for people.
  static String kinds() {
    return String.join(", ", Arrays.stream(SiteKind.values()).map(SiteKind::id).toList());
  }
}
