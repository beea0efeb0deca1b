import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Tries the application image out: one that does not work is none.
final class Trial {
  private final AppImage image;

  Trial(AppImage image) {
    this.image = image;
  }

  /// It can say its version.
  void check() throws IOException, InterruptedException {
    String said = Programs.said(List.of(image.launcher().toString(), "--version"), Map.of());
    if (!said.contains(image.product().version())) {
      throw new IllegalStateException(image.launcher() + " --version says: " + said);
    }
    System.out.println(image.launcher() + " --version: " + said);
  }

  /// It can do everything once, with a cache of its own, in which no native library may end up:
  /// all of them lie in the image.
  void selfTest() throws IOException, InterruptedException {
    Path cache = image.product().target("cache");
    Trees.delete(cache);
    System.out.println(
        Programs.said(
            List.of(image.launcher().toString(), "--self-test"),
            Map.of("JAVA_TOOL_OPTIONS", "-Dhindsight.cache=" + cache)));
    if (Trees.bytes(cache) > 5_000_000) {
      throw new IllegalStateException("native libraries are in the image and in " + cache);
    }
  }
}
