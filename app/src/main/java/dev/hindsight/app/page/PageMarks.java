package dev.hindsight.app.page;

import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The marks of many ticks as lists of numbers: equal marks are stored once, positions as whole
/// steps from the corner of the map, grids as differences from the grid before. One owner thread.
///
/// Every mark begins with its kind, the number of its tone and its agent (-1 without one); the
/// script of the page reads the rest.
final class PageMarks {
  /// Steps along the longer side of the map.
  private static final double STEPS = 1 << 18;

  /// The most numbers that a page may hold, of marks and of grids.
  private static final long MOST = 40_000_000;

  private final double left;
  private final double bottom;
  private final double step;
  private final Map<List<Object>, Integer> numbers = new LinkedHashMap<>();
  private final Map<Integer, Integer> colours = new LinkedHashMap<>();
  private final List<List<Integer>> grids = new ArrayList<>();
  private int[] grid = new int[0];
  private long stored;

  /// @param bounds of the whole map
  PageMarks(Bounds bounds) {
    left = bounds.minX();
    bottom = bounds.minY();
    step = Math.max(Math.max(bounds.width(), bounds.height()), 1e-9) / STEPS;
  }

  /// Metres per step.
  double step() {
    return step;
  }

  /// Whether the page would become too large.
  boolean tooMany() {
    return stored > MOST;
  }

  /// All different marks so far.
  List<List<Object>> pool() {
    return List.copyOf(numbers.keySet());
  }

  /// All colours of grids so far, `0xAARRGGBB`.
  List<Integer> colours() {
    return List.copyOf(colours.keySet());
  }

  /// All grids so far: pairs of (cells since the last change, colour), against the grid before, or
  /// against an empty one where that has another size.
  List<List<Integer>> grids() {
    return List.copyOf(grids);
  }

  /// The numbers of the marks of a picture in [#pool], bottom to top. Marks without a finite place
  /// are left out.
  List<Integer> add(List<Mark> marks) {
    List<Integer> found = new ArrayList<>(marks.size());
    for (Mark mark : marks) {
      List<Object> coded = coded(mark);
      if (!coded.isEmpty()) {
        found.add(
            numbers.computeIfAbsent(
                coded,
                each -> {
                  stored += each.size();
                  return numbers.size();
                }));
      }
    }
    return found;
  }

  private List<Object> coded(Mark mark) {
    return switch (mark) {
      case Mark.Polyline line -> {
        List<Object> coded = begin(0, line);
        Mark.Stroke stroke = line.stroke();
        coded.addAll(
            List.of(
                length(stroke.metres()),
                rounded(stroke.minPixels()),
                place(Mark.Dash.values(), stroke.dash()),
                rounded(stroke.opacity())));
        yield corners(coded, line.xy(), 4);
      }
      case Mark.Polygon polygon -> {
        List<Object> coded = begin(1, polygon);
        coded.add(place(Mark.Fill.values(), polygon.fill()));
        yield corners(coded, polygon.xy(), 6);
      }
      case Mark.Box box ->
          finite(box.x(), box.y(), box.heading())
              ? all(
                  begin(2, box),
                  place(Mark.Fill.values(), box.fill()),
                  place(Mark.Form.values(), box.form()),
                  x(box.x()),
                  y(box.y()),
                  Math.round(1000 * box.heading()),
                  length(box.length()),
                  length(box.width()))
              : List.of();
      case Mark.Disc disc ->
          finite(disc.x(), disc.y(), disc.radius())
              ? all(
                  begin(3, disc),
                  place(Mark.Fill.values(), disc.fill()),
                  x(disc.x()),
                  y(disc.y()),
                  length(disc.radius()),
                  rounded(disc.minPixels()))
              : List.of();
      case Mark.Cells cells ->
          all(
              begin(4, cells),
              x(cells.x()),
              y(cells.y()),
              cells.size() / step,
              cells.columns(),
              grid(cells.argb()));
      case Mark.Text text ->
          finite(text.x(), text.y(), text.clearance())
              ? all(
                  begin(5, text),
                  x(text.x()),
                  y(text.y()),
                  length(text.clearance()),
                  rounded(text.pixels()),
                  text.words())
              : List.of();
      case Mark.Label label ->
          finite(label.x(), label.y(), 0)
              ? all(
                  begin(6, label),
                  x(label.x()),
                  y(label.y()),
                  rounded(label.pixels()),
                  String.join("\n", label.lines()))
              : List.of();
      case Mark.Tag tag -> {
        Mark.Ends ends = tag.ends();
        float part = tag.part();
        float at = ends.x0() + part * (ends.x1() - ends.x0());
        float over = ends.y0() + part * (ends.y1() - ends.y0());
        yield finite(at, over, 0)
            ? all(begin(5, tag), x(at), y(over), 0L, rounded(tag.pixels()), tag.words())
            : List.of();
      }
      case Mark.Link link ->
          finite(link.x0(), link.y0(), link.weight()) && finite(link.x1(), link.y1(), 0)
              ? all(
                  begin(8, link),
                  x(link.x0()),
                  y(link.y0()),
                  x(link.x1()),
                  y(link.y1()),
                  rounded(link.weight()))
              : List.of();
    };
  }

  /// How the script of the page counts the values of an enum: in their order.
  private static <E extends Enum<E>> int place(E[] all, E one) {
    return Arrays.asList(all).indexOf(one);
  }

  private static List<Object> begin(int kind, Mark mark) {
    MarkSubject subject = mark.subject();
    int agent = subject.kind().equals(MarkSubject.AGENT) ? subject.index() : -1;
    List<Object> coded = new ArrayList<>();
    coded.addAll(List.of(kind, place(Tone.values(), mark.tone()), agent));
    return coded;
  }

  private static List<Object> all(List<Object> begun, Object... rest) {
    begun.addAll(Arrays.asList(rest));
    return begun;
  }

  /// Adds corners, each as its distance from the one before.
  private List<Object> corners(List<Object> begun, float[] xy, int least) {
    if (xy.length < least) {
      return List.of();
    }
    long lastX = 0;
    long lastY = 0;
    for (int i = 0; i + 1 < xy.length; i += 2) {
      if (finite(xy[i], xy[i + 1], 0)) {
        long toX = x(xy[i]);
        long toY = y(xy[i + 1]);
        begun.add(toX - lastX);
        begun.add(toY - lastY);
        lastX = toX;
        lastY = toY;
      }
    }
    return begun;
  }

  /// The number of a grid; an equal one after another is the same.
  private int grid(int[] argb) {
    if (!grids.isEmpty() && Arrays.equals(argb, grid)) {
      return grids.size() - 1;
    }
    int[] before = argb.length == grid.length ? grid : new int[argb.length];
    List<Integer> changes = new ArrayList<>(List.of(argb.length));
    int last = 0;
    for (int i = 0; i < argb.length; i++) {
      if (argb[i] != before[i]) {
        changes.add(i - last);
        changes.add(colours.computeIfAbsent(argb[i], _ -> colours.size()));
        last = i;
      }
    }
    grid = argb.clone();
    stored += changes.size();
    grids.add(changes);
    return grids.size() - 1;
  }

  private long x(double metres) {
    return Math.round((metres - left) / step);
  }

  private long y(double metres) {
    return Math.round((metres - bottom) / step);
  }

  private long length(double metres) {
    return Math.round(metres / step);
  }

  /// Two digits are enough for pixels, weights and opacity.
  private static double rounded(double number) {
    return Math.round(100 * number) / 100.0;
  }

  private static boolean finite(double one, double other, double third) {
    return Double.isFinite(one) && Double.isFinite(other) && Double.isFinite(third);
  }
}
