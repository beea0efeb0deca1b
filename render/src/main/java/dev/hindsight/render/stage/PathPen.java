package dev.hindsight.render.stage;

import java.util.ArrayList;
import java.util.List;
import javafx.collections.ObservableList;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.PathElement;

/// Draws a path anew with the elements that it has: they take other coordinates, and only what is
/// missing is made. A path element is nine objects, four of them weak references and their queues,
/// and trails have hundreds of them every tick. FX thread.
final class PathPen {
  private final ObservableList<PathElement> elements;
  private final List<PathElement> missing = new ArrayList<>();
  private int used;

  PathPen(ObservableList<PathElement> elements) {
    this.elements = elements;
  }

  void moveTo(double x, double y) {
    if (used < elements.size() && elements.get(used) instanceof MoveTo present) {
      present.setX(x);
      present.setY(y);
      used++;
    } else {
      put(new MoveTo(x, y));
    }
  }

  void lineTo(double x, double y) {
    if (used < elements.size() && elements.get(used) instanceof LineTo present) {
      present.setX(x);
      present.setY(y);
      used++;
    } else {
      put(new LineTo(x, y));
    }
  }

  private void put(PathElement made) {
    if (used < elements.size()) {
      elements.set(used++, made);
    } else {
      missing.add(made);
    }
  }

  /// Adds what is missing, or removes what is left over.
  void end() {
    if (missing.isEmpty()) {
      elements.remove(used, elements.size());
    } else {
      elements.addAll(missing);
    }
  }
}
