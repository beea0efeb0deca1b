package dev.hindsight.app.window;

import dev.hindsight.app.workspace.WindowContext;
import java.io.File;
import javafx.scene.Node;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;

/// Opens what is dropped. FX thread.
final class FileDrop {
  private FileDrop() {}

  /// Makes the whole of a node a place to drop files on.
  static void accept(Node node, WindowContext bench) {
    node.addEventHandler(
        DragEvent.DRAG_OVER,
        event -> {
          if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY);
            event.consume();
          }
        });
    node.addEventHandler(
        DragEvent.DRAG_DROPPED,
        event -> {
          event.getDragboard().getFiles().stream().map(File::toPath).forEach(bench::open);
          event.setDropCompleted(event.getDragboard().hasFiles());
          event.consume();
        });
  }
}
