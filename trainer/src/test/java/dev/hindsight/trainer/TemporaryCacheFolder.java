package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Optional;

/// A cache folder of a test's own, until it is closed: the user's is neither read nor filled.
public final class TemporaryCacheFolder implements AutoCloseable {
  private static final String PROPERTY = "hindsight.cache";

  private final Optional<String> before = Optional.ofNullable(System.getProperty(PROPERTY));

  /// @param folder where it is from now on; need not be there
  public TemporaryCacheFolder(Path folder) {
    System.setProperty(PROPERTY, folder.toString());
  }

  @Override
  public void close() {
    before.ifPresentOrElse(
        value -> System.setProperty(PROPERTY, value), () -> System.clearProperty(PROPERTY));
  }
}
