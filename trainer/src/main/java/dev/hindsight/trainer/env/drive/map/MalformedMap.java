package dev.hindsight.trainer.env.drive.map;

import java.io.Serial;

/// A file is not a map of the kind it was read as. Internal to the package: the reader tries the
/// next kind, or reports the attempt that got furthest.
final class MalformedMap extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final long reached;
  private final boolean endsEarly;

  private MalformedMap(String what, long reached, boolean endsEarly) {
    super(what);
    this.reached = reached;
    this.endsEarly = endsEarly;
  }

  /// @param what the error, as in [dev.hindsight.trainer.Problem#what()]
  /// @param reached bytes read successfully before the error
  MalformedMap(String what, long reached) {
    this(what, reached, false);
  }

  /// All bytes are valid, but some are missing.
  static MalformedMap cutOff(String what, long reached) {
    return new MalformedMap(what, reached, true);
  }

  /// Chooses between this attempt and a rarer format for the report: an attempt whose bytes are all
  /// valid but end too early beats one that got further by chance.
  MalformedMap orRather(MalformedMap rarer) {
    boolean clear = endsEarly && !rarer.endsEarly;
    return clear || rarer.reached <= reached ? this : rarer;
  }

  String what() {
    return String.valueOf(getMessage());
  }
}
