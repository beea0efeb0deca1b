package dev.hindsight.render.raster;

import dev.hindsight.render.Look;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;

/// Puts all words of a picture where they can be read: labels beside their bodies, tags beside
/// their lines, words about their points. No two lie over each other or under a plate, none is cut
/// off at an edge, and they avoid bodies: [Seating] has the rules.
///
/// So that words do not change places while nothing asks for it, all are first put as things stood
/// a little earlier ([Mark.Label#steadyX], [Mark.Tag#steady]); a place found then is kept as long
/// as it is free. The picture stays a function of marks, viewpoint and plates. One owner thread.
public final class WordPlacement {
  private final WordSprites sprites;
  private final Crowd crowd = new Crowd();
  private final Seating seating = new Seating(crowd);

  /// @param palette colours of letters and casing
  public WordPlacement(Palette palette) {
    sprites = new WordSprites(palette);
  }

  /// All words of a picture.
  ///
  /// @param leaders lines to words that stand off, to be drawn below the words
  public record Words(List<Placed> placed, List<Leader> leaders) {}

  /// A line from a body to its label, or from a line to its tag, in device pixels.
  public record Leader(float x0, float y0, float x1, float y1) {
    /// From the edge of what words are about to the nearest point of the words.
    private static Leader of(Wish.Tie tie, Placed words) {
      double toX = Math.clamp(tie.x(), words.x, words.x + (double) words.sprite.width());
      double toY = Math.clamp(tie.y(), words.y, words.y + (double) words.sprite.height());
      double length = Math.max(1, Math.hypot(toX - tie.x(), toY - tie.y()));
      double part = tie.clear() / length;
      return new Leader(
          (float) (tie.x() + part * (toX - tie.x())),
          (float) (tie.y() + part * (toY - tie.y())),
          (float) toX,
          (float) toY);
    }
  }

  /// Words and where their upper left corner goes, in device pixels.
  public record Placed(Sprite sprite, int x, int y) {}

  /// The words among some marks that are on the picture.
  ///
  /// @param viewpoint in pixels
  /// @param device device pixels per pixel
  /// @param letters how large words are, times the usual: 1 for films
  /// @param plates what lies over the picture
  public Words of(
      List<Mark> marks,
      Viewpoint viewpoint,
      double device,
      double letters,
      List<Plates.Placed> plates) {
    double unit = device * letters * Look.words(viewpoint.width(), viewpoint.height());
    Viewpoint seen = viewpoint.scaled(device);
    crowd.begin(unit);
    Wishes wishes = Wishes.among(marks, seen, new Wishes.Measures(unit, device), sprites, crowd);
    for (Plates.Placed plate : plates) {
      crowd.take(plate.x(), plate.y(), plate.sprite().width(), plate.sprite().height());
    }
    crowd.keep();
    seating.begin(seen);
    Seats seats = wishes.seats();
    if (wishes.remember()) {
      wishes.locate(seen, Wish.Time.EARLIER, crowd);
      seating.first(seats);
      crowd.clear();
    }
    wishes.locate(seen, Wish.Time.NOW, crowd);
    seating.again(seats);
    return written(seats);
  }

  private static Words written(Seats seats) {
    Words words = new Words(new ArrayList<>(), new ArrayList<>());
    for (List<Seat> kind : List.of(seats.lasting(), seats.passing(), seats.others())) {
      for (Seat seat : kind) {
        if (seat.taken()) {
          write(seat, words);
        }
      }
    }
    return words;
  }

  private static void write(Seat seat, Words into) {
    Placed placed = new Placed(seat.words(), seat.x(), seat.y());
    into.placed.add(placed);
    if (seat.wish.tied(seat.place())) {
      into.leaders.add(Leader.of(seat.wish.tie(seat.place()), placed));
    }
  }
}
