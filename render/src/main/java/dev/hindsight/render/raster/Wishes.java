package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The words of a picture, of each kind in the order of their marks. Bodies are numbered: first
/// those with a label, as labels are, then aircraft without.
final class Wishes {
  private final List<LabelWish> labels = new ArrayList<>();
  private final Seats seats = new Seats(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

  /// @param unit size of words, times the usual
  /// @param device device pixels per pixel
  record Measures(double unit, double device) {}

  private Wishes() {}

  /// Those that are on the picture; the crowd gets the bodies.
  ///
  /// @param seen in device pixels
  static Wishes among(
      List<Mark> marks, Viewpoint seen, Measures measures, WordSprites sprites, Crowd crowd) {
    Wishes wishes = new Wishes();
    wishes.labels(marks, seen, measures.unit, sprites, crowd);
    for (Mark mark : marks) {
      if (mark instanceof Mark.Text text && on(seen, text.x(), text.y())) {
        Seat seat = new Seat(new TextWish(text, sprites, measures, seen.width()));
        (seat.wish.certain() ? wishes.seats.lasting() : wishes.seats.others()).add(seat);
      } else if (mark instanceof Mark.Tag tag) {
        TagWish wish = new TagWish(tag, sprites, measures.unit);
        wish.locate(seen, Wish.Time.NOW);
        if (wish.visible()) {
          wishes.seats.passing().add(new Seat(wish));
        }
      }
    }
    return wishes;
  }

  private void labels(
      List<Mark> marks, Viewpoint seen, double unit, WordSprites sprites, Crowd crowd) {
    Set<Subject> labelled = new HashSet<>();
    for (Mark mark : marks) {
      if (mark instanceof Mark.Label label && on(seen, label.x(), label.y())) {
        LabelWish wish = new LabelWish(label, sprites, unit, labels.size());
        labels.add(wish);
        seats.lasting().add(new Seat(wish));
        labelled.add(label.subject());
        crowd.body(0, 0);
        if (wish.certain()) {
          crowd.foremost(wish.body());
        }
      }
    }
    for (Mark mark : marks) {
      if (mark instanceof Mark.Box box
          && box.form() == Mark.Form.AIRCRAFT
          && !labelled.contains(box.subject())) {
        crowd.body(seen.pixelX(box.x(), box.y()), seen.pixelY(box.x(), box.y()));
      }
    }
  }

  private static boolean on(Viewpoint seen, float worldX, float worldY) {
    double x = seen.pixelX(worldX, worldY);
    double y = seen.pixelY(worldX, worldY);
    return x >= 0 && y >= 0 && x <= seen.width() && y <= seen.height();
  }

  Seats seats() {
    return seats;
  }

  /// Whether any of them asks to stay where it was.
  boolean remember() {
    return !labels.isEmpty() || !seats.passing().isEmpty();
  }

  /// Sets where places and bodies are.
  void locate(Viewpoint seen, Wish.Time time, Crowd crowd) {
    for (List<Seat> kind : List.of(seats.lasting(), seats.passing(), seats.others())) {
      kind.forEach(seat -> seat.wish.locate(seen, time));
    }
    for (LabelWish label : labels) {
      crowd.move(label.body(), label.x(), label.y());
    }
  }
}
