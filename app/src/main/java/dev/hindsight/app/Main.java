package dev.hindsight.app;

import dev.hindsight.app.cli.Entrance;

/// The only `main`. It does not extend `Application`, so that JavaFX may lie on the class path.
public final class Main {
  private Main() {}

  /// Runs the command line; without a command it opens the window.
  public static void main(String[] arguments) {
    System.exit(Entrance.run(arguments));
  }
}
