package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Optional;

/// A temporary cache folder for a test: the user's is neither read nor written.
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
