package dev.hindsight.app.window;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.Workbench;
import dev.hindsight.trainer.task.LatestValue;

/// Writes every new layout of a recording to the shelf, also the last one before the window closes;
/// of several that wait only the newest is written. FX thread.
final class LayoutMemory {
  private final Workbench bench;
  private final String kind;
  private final LatestValue<Layout> newest = new LatestValue<>();
  private Layout remembered;

  LayoutMemory(Workbench bench, Document document) {
    this.bench = bench;
    this.kind = document.kind();
    this.remembered = document.layout().state();
    document.layout().watch(this::changed);
  }

  private void changed(Layout layout) {
    if (layout.equals(remembered)) {
      return;
    }
    remembered = layout;
    if (newest.offer(layout)) {
      bench.background().surely("Remembering the layout", (_, _) -> write(), _ -> {});
    }
  }

  private boolean write() {
    newest.take().ifPresent(layout -> bench.layouts().remember(kind, layout));
    return true;
  }
}
