import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Java's ahead-of-time cache: classes as they are after the window has come up, read, linked and
/// with the profiles of what ran. Made by bringing the window up.
final class StartCache {
  private static final String FILE = "start.aot";
  private static final String SCREEN = "-screen 0 1280x800x24";

  private final AppImage image;

  StartCache(AppImage image) {
    this.image = image;
  }

  /// @param sample a recording to be opened meanwhile
  void train(Path sample) throws IOException, InterruptedException {
    Path target = image.product().target("");
    Path configuration = target.resolve("start.aotconf");
    Path cache = image.app().resolve(FILE);
    String launcher = image.launcher().toString();
    // As a desktop starts it: the cache would lack what only that path needs. The first start stores
    // the settings that every later one reads.
    List<String> open = List.of(launcher, "open", sample.toString());
    start(open, "");
    start(open, "-XX:AOTMode=record -XX:AOTConfiguration=" + configuration);
    Programs.said(
        List.of(launcher, "--version"),
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-XX:AOTMode=create -XX:AOTConfiguration=" + configuration + " -XX:AOTCache=" + cache));
    image.addJavaOption("-XX:AOTCache=$APPDIR/" + FILE);
    image.addJavaOption("-Xlog:aot=off");
    Files.delete(configuration);
  }

  /// On a display that nobody sees, where there is one to be had: then the window is a user's, with
  /// all that the window system wants. Elsewhere without any.
  ///
  /// @param options of Java, besides those that keep it apart from other windows
  private void start(List<String> line, String options) throws IOException, InterruptedException {
    if (Programs.isThere("xvfb-run") && Programs.isThere("xauth")) {
      List<String> shown = new ArrayList<>(List.of("xvfb-run", "-a", "-s", SCREEN));
      shown.addAll(line);
      try {
        Programs.said(shown, apart(options));
        return;
      } catch (IllegalStateException failure) {
        System.out.println("the start cache is made without a display: " + failure.getMessage());
      }
    }
    Programs.said(line, apart("-Dglass.platform=Headless " + options));
  }

  private Map<String, String> apart(String options) {
    Map<String, String> variables = new HashMap<>();
    variables.put("HINDSIGHT_START_FIGURES", image.product().target("start.txt").toString());
    // So that the cache holds what parses commands as well.
    variables.put("HINDSIGHT_START_THEN", "--version");
    String config = image.product().target("config").toString();
    if (image.product().system() == Product.OperatingSystem.LINUX) {
      // Not by a property, which would spare the program the search for its folder.
      variables.put("XDG_CONFIG_HOME", config);
      variables.put("JAVA_TOOL_OPTIONS", options);
    } else {
      variables.put("JAVA_TOOL_OPTIONS", "-Dhindsight.config=" + config + " " + options);
    }
    return variables;
  }
}
