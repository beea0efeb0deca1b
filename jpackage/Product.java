import java.nio.file.Path;
import java.util.Locale;

/// What is packed: its names, its version, and where its parts lie.
///
/// @param folder of this module
/// @param version of the program: `0.1.0`
/// @param platform of its native libraries, as PyTorch's jars name it: `linux-x86_64`
record Product(Path folder, String version, String platform) {
  static final String NAME = "hindsight";
  static final String TITLE = "Hindsight";
  static final String VENDOR = "Hindsight";
  static final String DESCRIPTION =
      "Looks back at reinforcement-learning rollouts, tick by tick";
  static final String MAIN_CLASS = "dev.hindsight.app.cli.Main";

  /// Never changes: by it an installer finds the version it replaces.
  static final String UPGRADE_CODE = "5f0f3c53-0a0b-4f0c-9b52-6d3f2f1f7a41";

  /// A kind of operating system.
  enum OperatingSystem {
    LINUX,
    MAC,
    WINDOWS
  }

  /// The one this runs on: nothing is built for another.
  OperatingSystem system() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return OperatingSystem.WINDOWS;
    }
    return name.startsWith("mac") ? OperatingSystem.MAC : OperatingSystem.LINUX;
  }

  /// `x64` or `arm64`.
  String processor() {
    return System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
  }

  /// A folder or file of the build.
  Path target(String name) {
    return folder.resolve("target").resolve(name);
  }

  /// The jars of the class path, each without libraries of other systems.
  Path input() {
    return target("input");
  }

  /// A file of the project.
  Path project(String name) {
    return folder.resolveSibling(name);
  }

  Path icon(int pixels) {
    return project(
        "assets/src/main/resources/dev/hindsight/assets/icons/hindsight-" + pixels + ".png");
  }

  /// What an installer is called: `hindsight-0.1.0-linux-x64`.
  String fileName() {
    String system = system() == OperatingSystem.MAC ? "macos" : system().name().toLowerCase(Locale.ROOT);
    return NAME + "-" + version + "-" + system + "-" + processor();
  }
}
