package dev.hindsight.trainer.env.drive.map;

import java.io.Serial;

/// A file is not a map of the kind it was tried as. Never leaves the package: the reader tries the
/// next kind, or tells the user about the attempt that got furthest.
final class MalformedMap extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final long reached;
  private final boolean endsEarly;

  private MalformedMap(String what, long reached, boolean endsEarly) {
    super(what);
    this.reached = reached;
    this.endsEarly = endsEarly;
  }

  /// @param what what is wrong, as in [dev.hindsight.trainer.Problem#what()]
  /// @param reached bytes understood before that
  MalformedMap(String what, long reached) {
    this(what, reached, false);
  }

  /// All bytes make sense, but there should be more of them.
  static MalformedMap cutOff(String what, long reached) {
    return new MalformedMap(what, reached, true);
  }

  /// Of this attempt and a less usual one at the same file, the one it was meant as: bytes that
  /// make sense as far as they go say more than how far an attempt came by chance.
  MalformedMap orRather(MalformedMap rarer) {
    boolean clear = endsEarly && !rarer.endsEarly;
    return clear || rarer.reached <= reached ? this : rarer;
  }

  String what() {
    return String.valueOf(getMessage());
  }
}
