package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;

/// The sites of a configuration, generated and surveyed once. Immutable; any thread.
///
/// The training set and the held-out set of a level are generated from seeds that have none in
/// common.
final class ExcavationSites {
  private final StartSampler starts;
  private final SiteSurvey[][] surveys;

  /// @throws dev.hindsight.trainer.Problem if the machine fits nowhere on a site
  ExcavationSites(ExcavationConfig config) {
    starts = new StartSampler(config.geometry());
    surveys = new SiteSurvey[config.levels().size()][config.sites()];
    long parity =
        switch (config.set()) {
          case TRAINING -> 0;
          case HELD_OUT -> 1;
        };
    for (int level = 0; level < surveys.length; level++) {
      for (int i = 0; i < config.sites(); i++) {
        surveys[level][i] =
            new SiteSurvey(
                SiteGenerator.generate(
                    config.levels().get(level), config.geometry().size(), 2L * i + parity));
        starts.draw(surveys[level][i].map(), 0);
      }
    }
  }

  /// A site, as an episode begins.
  SiteSurvey site(int level, int index) {
    return surveys[level][index];
  }

  /// Draws a site of a level.
  ///
  /// @param bits random
  int draw(int level, long bits) {
    return (int) (SplitMix64.unit(bits) * surveys[level].length);
  }

  /// Draws a start.
  StartPose start(int level, int index, long seed) {
    return starts.draw(surveys[level][index].map(), seed);
  }
}
