package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.excavation.ExcavationCurriculum.AfterLast;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import dev.hindsight.trainer.env.excavation.reward.ExcavationReward.TrenchReward;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.BorderRule;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A checked configuration.
///
/// @param geometry sizes of the grid and of the machine
/// @param rules of the world
/// @param weights of the reward
/// @param trench whether there are rewards for standing along a trench
/// @param trials K, trials per episode, all on the same site from the same start
/// @param maxSteps time limit of a trial in steps
/// @param levels what the sites of each level of the curriculum ask for; at least one
/// @param sites number of generated sites per level
/// @param set which of two sets of sites, which have none in common
/// @param starts ages of the episodes at the start of a run
/// @param promotion successes in a row that lead a level up
/// @param demotion failures in a row that lead a level down
/// @param afterLast what a success at the last level leads to
record ExcavationConfig(
    SiteGeometry geometry,
    ExcavationRules rules,
    RewardWeights weights,
    TrenchReward trench,
    int trials,
    int maxSteps,
    List<SiteKind> levels,
    int sites,
    SiteSet set,
    Starts starts,
    int promotion,
    int demotion,
    AfterLast afterLast) {

  /// A set of generated sites.
  enum SiteSet {
    /// To learn on.
    TRAINING,
    /// To measure on.
    HELD_OUT
  }

  /// Ages of the episodes at the start of a run.
  enum Starts {
    /// All begin at step 0.
    TOGETHER,
    /// The first episode of each world has an age drawn from all steps.
    STAGGERED
  }

  /// Copies the list.
  ExcavationConfig {
    levels = List.copyOf(levels);
  }

  /// The same without a curriculum.
  ExcavationConfig onOneLevel() {
    return new ExcavationConfig(
        geometry,
        rules,
        weights,
        trench,
        trials,
        maxSteps,
        List.of(levels.getFirst()),
        sites,
        set,
        starts,
        promotion,
        demotion,
        afterLast);
  }

  /// @param values with presets expanded
  static ExcavationConfig of(SettingValues values) {
    BaseType base = BaseType.valueOf(upper(values.choice(ExcavationSettings.BASE)));
    String rules = values.choice(ExcavationSettings.RULES);
    boolean sparse = values.choice(ExcavationSettings.REWARDS).equals("sparse");
    return new ExcavationConfig(
        SiteGeometry.of(values.whole(ExcavationSettings.SIZE), base),
        rules(rules)
            .withAlignment(
                values.flag(ExcavationSettings.BORDER_ALIGNMENT)
                    ? BorderRule.ENFORCED
                    : BorderRule.FREE),
        sparse
            ? RewardWeights.SPARSE
            : rules.equals("main") ? RewardWeights.MAIN : RewardWeights.WIP,
        values.flag(ExcavationSettings.TRENCH_REWARDS) ? TrenchReward.APPLIED : TrenchReward.NONE,
        values.whole(ExcavationSettings.TRIALS),
        values.whole(ExcavationSettings.MAX_STEPS),
        levels(values.text(ExcavationSettings.LEVELS)),
        values.whole(ExcavationSettings.SITES),
        SiteSet.valueOf(upper(values.choice(ExcavationSettings.SITE_SET))),
        values.flag(ExcavationSettings.STAGGERED) ? Starts.STAGGERED : Starts.TOGETHER,
        values.whole(ExcavationSettings.PROMOTION),
        values.whole(ExcavationSettings.DEMOTION),
        AfterLast.valueOf(upper(values.choice(ExcavationSettings.AFTER_LAST))));
  }

  private static ExcavationRules rules(String name) {
    return switch (name) {
      case "wip" -> ExcavationRules.WIP;
      case "main" -> ExcavationRules.MAIN;
      default -> ExcavationRules.CORRECTED;
    };
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  private static List<SiteKind> levels(String text) {
    List<SiteKind> levels = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      levels.add(
          kind(word.strip())
              .orElseThrow(() ->
                  new Problem(
                      wording("ExcavationConfig.there_is_no_kind_of_site", word.strip()),
                      ExcavationSettings.LEVELS,
                      wording("ExcavationConfig.give_kinds_separated_by_commas", kinds()))));
    }
    return levels;
  }

  private static Optional<SiteKind> kind(String id) {
    return Arrays.stream(SiteKind.values()).filter(kind -> kind.id().equals(id)).findFirst();
  }

  /// The kinds of sites, for people.
  static String kinds() {
    return String.join(", ", Arrays.stream(SiteKind.values()).map(SiteKind::id).toList());
  }
}
