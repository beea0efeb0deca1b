package dev.hindsight.trainer.env.drive.map;

import java.io.Serial;

/// A file is not a map of the kind it was tried as. Never leaves the package: the reader tries the
/// next kind, or tells the user about the attempt that got furthest.
final class MalformedMap extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final long reached;

  /// @param what what is wrong, as in [dev.hindsight.trainer.Problem#what()]
  /// @param reached bytes understood before that
  MalformedMap(String what, long reached) {
    super(what);
    this.reached = reached;
  }

  String what() {
    return String.valueOf(getMessage());
  }

  long reached() {
    return reached;
  }
}
