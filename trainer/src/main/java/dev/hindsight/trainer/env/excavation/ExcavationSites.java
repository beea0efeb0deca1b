package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The sites of a configuration. Any thread.
///
/// The training set and the held-out set of a level are generated from seeds that have none in
/// common. A generated site is made when it is first used, and made again, the same, if memory ran
/// short meanwhile: thousands of them would fill it.
final class ExcavationSites {
  private final StartSampler starts;
  private final List<Level> levels;

  private interface Level {
    int count();

    SiteSurvey site(int index);
  }

  private record OwnSites(List<SiteSurvey> surveys) implements Level {
    @Override
    public int count() {
      return surveys.size();
    }

    @Override
    public SiteSurvey site(int index) {
      return surveys.get(index);
    }
  }

  /// @param parity 0 or 1: the lowest bit of the seeds
  private record GeneratedSites(
      SiteKind kind, int size, long parity, AtomicReferenceArray<SoftReference<SiteSurvey>> kept)
      implements Level {
    @Override
    public int count() {
      return kept.length();
    }

    @Override
    public SiteSurvey site(int index) {
      SoftReference<SiteSurvey> reference = kept.get(index);
      SiteSurvey survey = reference == null ? null : reference.get();
      if (survey == null) {
        survey = new SiteSurvey(SiteGenerator.generate(kind, size, 2L * index + parity));
        kept.set(index, new SoftReference<>(survey));
      }
      return survey;
    }
  }

  private ExcavationSites(SiteGeometry geometry, List<Level> levels) {
    starts = new StartSampler(geometry);
    this.levels = levels;
  }

  /// The generated sites of a configuration.
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
            .<Level>map(level ->
                new GeneratedSites(
                    level.kind(), size, parity, new AtomicReferenceArray<>(config.sites())))
            .toList());
  }

  /// A user's own sites, all in one level.
  ///
  /// @throws dev.hindsight.trainer.Problem if the machine fits nowhere on a site
  static ExcavationSites of(ExcavationConfig config, List<ExcavationMap> maps) {
    Level own = new OwnSites(maps.stream().map(SiteSurvey::new).toList());
    ExcavationSites sites = new ExcavationSites(config.geometry(), List.of(own));
    for (int site = 0; site < maps.size(); site++) {
      sites.start(0, site, 0);
    }
    return sites;
  }

  /// A site, as an episode begins.
  SiteSurvey site(int level, int index) {
    return levels.get(level).site(index);
  }

  /// Number of levels.
  int levels() {
    return levels.size();
  }

  /// Number of sites of a level.
  int count(int level) {
    return levels.get(level).count();
  }

  /// What distinguishes a user's own sites; the configuration determines generated ones.
  long digest() {
    long hash = levels.size();
    for (Level level : levels) {
      if (level instanceof OwnSites own) {
        for (SiteSurvey survey : own.surveys()) {
          hash = SplitMix64.mix(hash ^ survey.map().digest());
        }
      }
    }
    return hash;
  }

  /// Draws a site of a level.
  ///
  /// @param bits random
  int draw(int level, long bits) {
    return (int) (SplitMix64.unit(bits) * levels.get(level).count());
  }

  /// Draws a start.
  StartPose start(int level, int index, long seed) {
    return starts.draw(site(level, index).map(), seed);
  }
}
