package dev.hindsight.trainer;

import java.nio.file.Path;
import java.util.Optional;

/// The folder of the native libraries: in an installation it lies beside the program and is
/// unpacked by the build; elsewhere it is in the [CacheFolder], where each library unpacks itself
/// at first use. Never both.
///
/// The system property `hindsight.natives` names the folder of an installation; its launcher sets
/// it.
public final class NativeFolder {
  private static final String PROPERTY = "hindsight.natives";

  private NativeFolder() {}

  /// The folder of all native libraries in an installation; empty if the program runs from jars.
  public static Optional<Path> installed() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
  }
}
