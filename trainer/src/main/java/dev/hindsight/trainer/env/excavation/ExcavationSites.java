package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import java.util.List;
import java.util.stream.IntStream;

/// The sites of a configuration, surveyed once. Immutable; any thread.
///
/// The training set and the held-out set of a level are generated from seeds that have none in
/// common.
final class ExcavationSites {
  private final StartSampler starts;
  private final SiteSurvey[][] surveys;

  /// @throws dev.hindsight.trainer.Problem if the machine fits nowhere on a site
  private ExcavationSites(SiteGeometry geometry, List<List<ExcavationMap>> levels) {
    starts = new StartSampler(geometry);
    surveys = new SiteSurvey[levels.size()][];
    for (int level = 0; level < surveys.length; level++) {
      surveys[level] = levels.get(level).stream().map(SiteSurvey::new).toArray(SiteSurvey[]::new);
      for (SiteSurvey survey : surveys[level]) {
        starts.draw(survey.map(), 0);
      }
    }
  }

  /// Generates the sites of a configuration.
  static ExcavationSites generated(ExcavationConfig config) {
    long parity =
        switch (config.set()) {
          case TRAINING -> 0;
          case HELD_OUT -> 1;
        };
    int size = config.geometry().size();
    return new ExcavationSites(
        config.geometry(),
        config.levels().stream()
            .map(kind ->
                IntStream.range(0, config.sites())
                    .mapToObj(i -> SiteGenerator.generate(kind, size, 2L * i + parity))
                    .toList())
            .toList());
  }

  /// A user's own sites, all in one level.
  static ExcavationSites of(ExcavationConfig config, List<ExcavationMap> maps) {
    return new ExcavationSites(config.geometry(), List.of(maps));
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
