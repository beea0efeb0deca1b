package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.excavation.ExcavationCurriculum.AfterLast;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.BorderRule;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import java.util.List;
import java.util.Locale;

/// A checked configuration.
///
/// @param geometry sizes of the grid and of the machine
/// @param rules of the world
/// @param trials K, trials per episode, all on the same site from the same start
/// @param levels of the curriculum, the easiest first; at least one
/// @param sites number of generated sites per level
/// @param set which of two sets of sites, which have none in common
/// @param starts ages of the episodes at the start of a run
/// @param promotion successes in a row that lead a level up
/// @param demotion failures in a row that lead a level down
/// @param afterLast what a success at the last level leads to
record ExcavationConfig(
    SiteGeometry geometry,
    ExcavationRules rules,
    int trials,
    List<ExcavationLevel> levels,
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
    return on(levels.getFirst());
  }

  private ExcavationConfig on(ExcavationLevel level) {
    return new ExcavationConfig(
        geometry,
        rules,
        trials,
        List.of(level),
        sites,
        set,
        starts,
        promotion,
        demotion,
        afterLast);
  }

  /// The longest time limit of a trial in steps.
  int maxSteps() {
    return levels.stream().mapToInt(ExcavationLevel::maxSteps).max().orElseThrow();
  }

  /// Held-out sites are of the last level: measured is what a curriculum leads to.
  ///
  /// @param values with presets expanded
  static ExcavationConfig of(SettingValues values) {
    ExcavationConfig all = inAllLevels(values);
    return switch (all.set) {
      case TRAINING -> all;
      case HELD_OUT -> all.on(all.levels.getLast());
    };
  }

  private static ExcavationConfig inAllLevels(SettingValues values) {
    BaseType base = BaseType.valueOf(upper(values.choice(ExcavationSettings.BASE)));
    return new ExcavationConfig(
        SiteGeometry.of(values.whole(ExcavationSettings.SIZE), base),
        rules(values.choice(ExcavationSettings.RULES))
            .withAlignment(
                values.flag(ExcavationSettings.BORDER_ALIGNMENT)
                    ? BorderRule.ENFORCED
                    : BorderRule.FREE),
        values.whole(ExcavationSettings.TRIALS),
        ExcavationLevel.of(values),
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
}
