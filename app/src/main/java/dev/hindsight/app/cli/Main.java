package dev.hindsight.app.cli;

/// The only `main`. It does not extend `Application`, so that JavaFX may lie on the class path.
public final class Main {
  private Main() {}

  /// Runs the command line; without a command it opens the window.
  public static void main(String[] arguments) {
    // Java2D draws pictures and films in memory. Without this it connects to the display first, and
    // fails if the named display does not answer. JavaFX is not affected.
    System.getProperties().putIfAbsent("java.awt.headless", "true");
    System.exit(Launcher.run(arguments));
  }
}
