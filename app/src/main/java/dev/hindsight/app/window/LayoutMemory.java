package dev.hindsight.app.window;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.Workbench;

/// Writes every new layout of a recording to the shelf, one after the other. FX thread.
final class LayoutMemory {
  private final Workbench bench;
  private final String kind;
  private Layout newest;
  private Layout written;
  private boolean writing;

  LayoutMemory(Workbench bench, Document document) {
    this.bench = bench;
    this.kind = document.kind();
    this.newest = document.layout().state();
    this.written = newest;
    document.layout().watch(this::changed);
  }

  private void changed(Layout layout) {
    newest = layout;
    if (!writing && !newest.equals(written)) {
      write();
    }
  }

  private void write() {
    Layout now = newest;
    writing = true;
    bench
        .background()
        .beside(
            "Remembering the layout",
            (_, _) -> {
              bench.layouts().remember(kind, now);
              return now;
            },
            this::wrote,
            failure -> {
              wrote(now);
              bench.tell(Notice.of(failure));
            });
  }

  private void wrote(Layout layout) {
    written = layout;
    writing = false;
    changed(newest);
  }
}
