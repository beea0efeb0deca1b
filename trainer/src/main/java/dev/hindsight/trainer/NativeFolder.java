package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Optional;

/// Where native libraries lie as files of their own: in an installation beside the program,
/// unpacked when it was built; elsewhere in the [CacheFolder], where each library unpacks itself at
/// first use. Never in both.
///
/// The system property `hindsight.natives` names the folder of an installation; its launcher sets
/// it.
public final class NativeFolder {
  private static final String PROPERTY = "hindsight.natives";

  private NativeFolder() {}

  /// The folder of all native libraries in an installation; nothing when run from jars.
  public static Optional<Path> installed() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
  }
}
