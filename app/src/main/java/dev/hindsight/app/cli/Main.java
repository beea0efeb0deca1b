package dev.hindsight.app.cli;

/// The only `main`. It does not extend `Application`, so that JavaFX may lie on the class path.
public final class Main {
  private Main() {}

  /// Runs the command line; without a command it opens the window.
  public static void main(String[] arguments) {
    // Java2D draws pictures and films in memory; without this it asks the display first, and fails
    // where a display is named that does not answer. JavaFX does not go through it.
    System.getProperties().putIfAbsent("java.awt.headless", "true");
    System.exit(Launcher.run(arguments));
  }
}
