import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Java's ahead-of-time cache: classes as they are after the window has come up, read, linked and
/// with the profiles of what ran. Made by bringing the window up once, without a display.
final class StartCache {
  private static final String FILE = "start.aot";

  private final AppImage image;

  StartCache(AppImage image) {
    this.image = image;
  }

  void train() throws IOException, InterruptedException {
    Path target = image.product().target("");
    Path configuration = target.resolve("start.aotconf");
    Path sample = target.resolve("start.rollout");
    Path cache = image.app().resolve(FILE);
    String launcher = image.launcher().toString();
    Programs.said(
        List.of(
            launcher, "record", "--env", "drive", "--map", "roundabout-1", "--checkpoint",
            "drive-near", "--set", "k_scenarios=4", "--out", sample.toString()),
        Map.of());
    Programs.said(
        List.of(launcher, "open", sample.toString()),
        Map.of(
            "HINDSIGHT_START_FIGURES",
            target.resolve("start.txt").toString(),
            "JAVA_TOOL_OPTIONS",
            "-Dglass.platform=Headless -Dhindsight.config="
                + target.resolve("config")
                + " -XX:AOTMode=record -XX:AOTConfiguration="
                + configuration));
    Programs.said(
        List.of(launcher, "--version"),
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-XX:AOTMode=create -XX:AOTConfiguration=" + configuration + " -XX:AOTCache=" + cache));
    image.addJavaOption("-XX:AOTCache=$APPDIR/" + FILE);
    image.addJavaOption("-Xlog:aot=off");
    Files.delete(configuration);
  }
}
