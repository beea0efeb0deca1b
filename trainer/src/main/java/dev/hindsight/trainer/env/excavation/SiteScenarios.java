package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.excavation.maps.BuiltInSites;
import dev.hindsight.trainer.env.excavation.maps.SitePack;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Shipped sites, and a user's own: a folder, or a ZIP file of one.
record SiteScenarios() implements Scenarios {
  @Override
  public List<String> names() {
    return BuiltInSites.names();
  }

  /// Without a map there are generated sites.
  @Override
  public Optional<String> usual() {
    return Optional.empty();
  }

  @Override
  public List<String> endings() {
    return List.of(SitePack.ENDING);
  }

  @Override
  public Path resolve(String nameOrPath) {
    return BuiltInSites.resolve(nameOrPath);
  }

  @Override
  public boolean folders() {
    return true;
  }

  @Override
  public boolean looksLike(Path where) {
    return SitePack.looksLike(where);
  }
}
