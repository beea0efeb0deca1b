package dev.hindsight.app.recording;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Draws the pictures of the samples' cards, dark and light, from the samples.
///
/// @param samples the samples to draw
/// @param folder where to write the pictures
public record SamplePictures(List<Sample> samples, Path folder) implements Job<List<Path>> {
  /// In pixels: twice the width of a card, for high-density screens.
  public static final int WIDTH = 432;

  /// In pixels.
  public static final int HEIGHT = 243;

  private static final Map<String, Palette> PALETTES =
      new TreeMap<>(Map.of("dark", Palette.DARK, "light", Palette.LIGHT));

  /// The name of a picture.
  ///
  /// @param theme `dark` or `light`
  public static String name(Sample sample, String theme) {
    return sample.id() + "-" + theme + ".png";
  }

  @Override
  public List<Path> run(Progress progress, Cancellation cancellation) throws Exception {
    Files.createDirectories(folder);
    List<Path> made = new ArrayList<>();
    try (TemporaryFolder temporary = new TemporaryFolder("samples")) {
      for (Sample sample : samples) {
        Path recording = sample.in(temporary.path()).run(progress, cancellation);
        for (Map.Entry<String, Palette> theme : PALETTES.entrySet()) {
          Path picture = folder.resolve(name(sample, theme.getKey()));
          frame(sample, recording, picture, theme.getValue()).run(progress, cancellation);
          made.add(picture);
        }
      }
    }
    return List.copyOf(made);
  }

  private static FramePlan frame(Sample sample, Path recording, Path picture, Palette palette) {
    return new FramePlan(
        recording,
        picture,
        sample.tick(),
        WIDTH,
        HEIGHT,
        Moment.NO_AGENT,
        sample.camera(),
        FramePlan.Perspective.WORLD,
        Optional.of(overlays(sample)),
        SketchSettings.NOTHING,
        palette);
  }

  /// Overlays within the world, without text in the corners, which would be too small on a card.
  private static Set<Overlay> overlays(Sample sample) {
    Sketch sketch = BuiltInEnvironments.named(sample.plan().environment()).sketch();
    Set<Overlay> overlays = EnumSet.copyOf(sketch.sceneDefaults().shown());
    overlays.removeAll(Set.of(Overlay.CAPTION, Overlay.GHOSTS));
    return overlays;
  }
}
