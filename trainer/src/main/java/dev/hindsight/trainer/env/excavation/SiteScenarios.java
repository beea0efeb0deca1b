package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.excavation.maps.SitePack;
import java.nio.file.Path;
import java.util.List;

/// A user's own sites: a folder, or a ZIP file of one.
record SiteScenarios() implements Scenarios {
  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public List<String> endings() {
    return List.of(SitePack.ENDING);
  }

  @Override
  public Path resolve(String nameOrPath) {
    return SitePack.resolve(Path.of(nameOrPath));
  }
}
