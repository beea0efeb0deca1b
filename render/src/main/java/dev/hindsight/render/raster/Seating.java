package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;

/// Gives words their places, in the order in which they ask: that which costs least. Where words
/// lie over others in every place, their first line alone tries again, then they have none; those
/// that are certain have one always. One owner thread.
final class Seating {
  /// What the part outside the picture costs before words are moved inside, times one over a body.
  private static final double OUTSIDE = 4;

  /// What staying is worth, in square pixels.
  private static final double STAYING = 400;

  private final Crowd crowd;
  private Viewpoint seen = new Viewpoint(1, 1, 0, 0, 1, 0);

  Seating(Crowd crowd) {
    this.crowd = crowd;
  }

  /// @param picture in device pixels
  void begin(Viewpoint picture) {
    seen = picture;
  }

  /// All choose anew: first those that like to stay, so that others do not disturb them.
  void first(Seats seats) {
    seats.lasting().forEach(this::choose);
    seats.passing().forEach(this::choose);
  }

  /// All choose again. What passes chooses before what lasts, but does not disturb it where there
  /// is other room. Of what lasts, who can stay, stays, and then the others choose: nobody moves
  /// because somebody else did who had the choice.
  void again(Seats seats) {
    List<Seat> pending = new ArrayList<>(seats.lasting().size());
    for (Seat seat : seats.lasting()) {
      if (seat.wish.certain()) {
        choose(seat);
      } else {
        pending.add(seat);
        reserve(seat);
      }
    }
    seats.passing().forEach(this::choose);
    crowd.release();
    pending.removeIf(seat -> seat.taken() && stays(seat));
    pending.forEach(this::choose);
    seats.others().forEach(this::choose);
  }

  private void reserve(Seat seat) {
    if (seat.taken()) {
      Sprite words = seat.words();
      double x = seat.wish.left(seat.place(), words);
      double y = seat.wish.top(seat.place(), words);
      crowd.reserve(x, y, words.width(), words.height());
    }
  }

  private boolean stays(Seat seat) {
    int place = seat.place();
    Sprite words = seat.words();
    boolean free = cost(seat.wish, place, words, STAYING) < STAYING;
    return free && sit(seat, place, words);
  }

  private void choose(Seat seat) {
    Wish wish = seat.wish;
    int before = seat.place();
    seat.leave();
    if (!sit(seat, best(wish, wish.words(), before), wish.words())) {
      sit(seat, best(wish, wish.brief(), before), wish.brief());
    }
  }

  /// Takes a place if words there lie over no others, or have to.
  private boolean sit(Seat seat, int place, Sprite words) {
    Wish wish = seat.wish;
    int x = (int) Math.round(within(wish.left(place, words), words.width(), seen.width()));
    int y = (int) Math.round(within(wish.top(place, words), words.height(), seen.height()));
    if (!wish.certain() && crowd.overWords(x, y, words)) {
      return false;
    }
    seat.take(place, words, x, y);
    crowd.take(x, y, words.width(), words.height());
    return true;
  }

  /// The place that costs least.
  private int best(Wish wish, Sprite words, int before) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    int places = wish.places();
    for (int place = 0; place < places; place++) {
      double cost = wish.dislike(place) - (place == before ? STAYING : 0);
      if (cost < least) {
        cost += cost(wish, place, words, least - cost);
        if (cost < least) {
          least = cost;
          best = place;
        }
      }
    }
    return best;
  }

  /// What it costs to be there; reckoned no further than up to `enough`.
  private double cost(Wish wish, int place, Sprite words, double enough) {
    double x = wish.left(place, words);
    double y = wish.top(place, words);
    double insideX = within(x, words.width(), seen.width());
    double insideY = within(y, words.height(), seen.height());
    if (insideX == x && insideY == y) {
      return crowd.cost(wish.body(), x, y, words, enough);
    }
    // Moved inside, they may lie over their own body.
    double area = (double) words.width() * words.height();
    double inside = Crowd.overlap(x, y, words, 0, 0, seen.width(), seen.height());
    double outside = OUTSIDE * (area - inside);
    return outside + crowd.cost(Wish.NOBODY, insideX, insideY, words, enough - outside);
  }

  /// Where something begins along one axis once it is moved onto the picture.
  private static double within(double from, int length, double picture) {
    return Math.max(0, Math.min(from, Math.floor(picture) - length));
  }
}
