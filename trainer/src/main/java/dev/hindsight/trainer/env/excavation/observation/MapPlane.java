package dev.hindsight.trainer.env.excavation.observation;

import java.util.Locale;

/// A map of the whole site in an observation.
public enum MapPlane {
  /// 1 obstacle or not level, -1 the machine, otherwise 0; signed.
  TRAVERSABILITY,
  /// Zeros: the reference computes it only on request.
  REACHABILITY,
  /// Heights: -1 dug, above 0 soil; signed.
  ACTION,
  /// -1 must be dug, 1 dump zone; signed.
  TARGET,
  /// 1 obstacle.
  PADDING,
  /// 1 where soil may be dumped.
  DUMPABILITY,
  /// 1 in the workspace.
  INTERACTION;

  /// Number of planes.
  public static final int COUNT = 7;

  /// The name in files.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Position of the plane in an array of all.
  @SuppressWarnings("EnumOrdinal") // the order of the constants is the layout of those arrays
  public int index() {
    return ordinal();
  }
}
