package dev.hindsight.app.window;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutStore;
import dev.hindsight.app.fx.FileDialogs;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import java.util.List;

/// Layouts as files the user names. FX thread.
final class LayoutFiles {
  private static final FileDialogs.Kind LAYOUTS =
      new FileDialogs.Kind("Layouts", List.of("*.json"));

  private final WindowContext bench;

  LayoutFiles(WindowContext bench) {
    this.bench = bench;
  }

  /// Writes the layout of a recording where the user says.
  void export(Document document) {
    Layout layout = document.layout().state();
    bench
        .dialogs()
        .save("Export layout", LAYOUTS, bench.layouts().folder().resolve("my-layout.json"))
        .ifPresent(file ->
            bench
                .background()
                .startHidden(
                    "Exporting the layout",
                    (_, _) -> {
                      LayoutStore.write(layout, file);
                      return file;
                    },
                    written ->
                        bench.raiseNotice(Notice.Success.in(written, "The layout is exported"))));
  }

  /// Takes over the layout of a file; panes the recording has no use for are left out.
  void load(Document document) {
    bench
        .dialogs()
        .open("Import layout", List.of(LAYOUTS))
        .ifPresent(file ->
            bench
                .background()
                .startHidden(
                    "Importing the layout",
                    (_, _) -> LayoutStore.read(file),
                    layout ->
                        document
                            .layout()
                            .send(
                                new LayoutCommand.Replace(
                                    PaneKinds.fitting(layout, document.rollout().manifest())))));
  }
}
