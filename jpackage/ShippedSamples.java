import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Recordings behind cards of the welcome page, so that the first click on one of them need not
/// record it: those of trained policies, whose engine takes a second to load, and the first card's.
/// The one left out is large, and a scripted driver records it while it is looked at.
final class ShippedSamples {
  private static final List<String> SCRIPTED = List.of("crossing");
  private static final List<String> LEARNED = List.of("learned", "airspace", "darkroom");

  private final AppImage image;

  ShippedSamples(AppImage image) {
    this.image = image;
  }

  /// @param engine whether there is one for this system
  /// @return one of them
  Path record(boolean engine) throws IOException, InterruptedException {
    Path folder = image.app().resolve("samples");
    List<String> names = new ArrayList<>(SCRIPTED);
    if (engine) {
      names.addAll(LEARNED);
    }
    List<String> line = new ArrayList<>();
    line.addAll(List.of(image.launcher().toString(), "samples", "--out", folder.toString()));
    line.addAll(names);
    Programs.said(line, Map.of());
    image.addJavaOption("-Dhindsight.samples=$APPDIR/samples");
    return folder.resolve((engine ? LEARNED : SCRIPTED).getFirst() + ".rollout");
  }
}
