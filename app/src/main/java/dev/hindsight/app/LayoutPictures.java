package dev.hindsight.app;

import dev.hindsight.app.Screenshots.Size;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Pictures of every built-in layout, dark and light, in several window sizes, for review after a
/// change to panes or styles. Once per process.
///
/// @param folder where to write the pictures
/// @param sizes of the window
/// @param fontPercent text size, in per cent of the usual one
record LayoutPictures(Path folder, List<Size> sizes, int fontPercent) implements Job<List<Path>> {
  /// The recordings shown in each layout, by sample id.
  private static final Map<LayoutPreset, List<String>> SHOWN =
      Map.of(
          LayoutPreset.WATCH, List.of("learned", "airspace"),
          LayoutPreset.INSPECT, List.of("learned", "airspace"),
          LayoutPreset.TRAIN, List.of("learned"),
          LayoutPreset.MEMORY, List.of("darkroom", "learned"),
          LayoutPreset.COMPARE, List.of("crossing"));

  @Override
  public List<Path> run(Progress progress, Cancellation cancellation) throws Exception {
    Files.createDirectories(folder);
    List<Path> made = new ArrayList<>();
    try (TemporaryFolder temporary = new TemporaryFolder("layouts")) {
      OffscreenWindow.start();
      for (Theme theme : Theme.values()) {
        for (Size size : sizes) {
          for (LayoutPreset preset : LayoutPreset.values()) {
            for (String sample : SHOWN.getOrDefault(preset, List.of())) {
              cancellation.throwIfCancelled();
              made.add(take(temporary.path(), preset, Samples.named(sample), theme, size));
            }
          }
        }
      }
    }
    return List.copyOf(made);
  }

  private Path take(Path recordings, LayoutPreset preset, Sample sample, Theme theme, Size size)
      throws Exception {
    Path file = sample.in(recordings).run(Progress.SILENT, new Cancellation());
    Preferences remembered = new Preferences(theme, WindowSize.INITIAL, List.of(), fontPercent);
    try (OffscreenWindow window = new OffscreenWindow(remembered, size.width(), size.height())) {
      Document document =
          preset == LayoutPreset.COMPARE
              ? window.compare(file, otherSeed(recordings, sample))
              : window.open(file);
      OffscreenWindow.onFx(() -> {
        WindowSizeClass room = WindowSizeClass.of(size.width(), size.height(), fontPercent);
        Layout layout = PaneKinds.fitting(preset.layout(room), document.rollout().manifest());
        document.layout().send(new LayoutCommand.Arrange(layout.root()));
        document.timeline().send(new TimelineCommand.Seek(sample.tick()));
        document.view().send(new ViewCommand.Select(0));
        return true;
      });
      String name = preset.name().toLowerCase(Locale.ROOT) + "-" + sample.id();
      return Screenshots.save(window, folder, name, theme, size);
    }
  }

  /// The same world with another seed, for comparing.
  private static Path otherSeed(Path recordings, Sample sample) throws IOException {
    Path other = recordings.resolve(sample.id() + "-seed-1.rollout");
    if (!Files.exists(other)) {
      sample.plan().seeded(1).writing(other).run(Progress.SILENT, new Cancellation());
    }
    return other;
  }
}
