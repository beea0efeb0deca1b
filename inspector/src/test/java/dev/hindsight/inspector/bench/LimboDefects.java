package dev.hindsight.inspector.bench;

import static dev.hindsight.inspector.bench.Planting.alone;

import dev.hindsight.inspector.bench.PlantingContext.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Defects of agents that are off the map.
final class LimboDefects {
  private LimboDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "an agent in limbo is still seen",
            "scripted crash sky randomsky near",
            s -> seenInLimbo(s)),
        Defect.of(
            "an agent in limbo has a velocity",
            "scripted crash near egos",
            s -> alongLimbo(s, "velocity", 2, 5, "veloc|mov|speed|limbo")),
        Defect.of(
            "an agent in limbo is on the map",
            "scripted randomsky roomlimbo",
            s -> alongLimbo(s, "pose", 3, 1, "map|limbo|pose|body")),
        Defect.of(
            "an agent in limbo gets a reward",
            "scripted roomlimbo randomsky",
            s ->
                alone(
                    s,
                    "reward",
                    (t, a) -> s.limbo(t, a) && !s.trialEnds(t),
                    1,
                    "limbo|paid|reward")),
        Defect.of(
            "something happens to an agent in limbo",
            "scripted randomsky crash",
            s -> alone(s, "event", (t, a) -> s.limbo(t, a) && !s.trialEnds(t), 2, "limbo|event")),
        Defect.of(
            "an agent in limbo comes back",
            "scripted roomlimbo randomsky",
            s ->
                alone(
                    s,
                    "removed",
                    (t, a) -> t > 1 && s.limbo(t, a) && s.limbo(t - 1, a) && !s.trialBegins(t),
                    0,
                    "limbo|reappear|back|comes")),
        Defect.of(
            "an agent disappears",
            "scripted room randomsky respawn",
            s ->
                alone(
                    s,
                    "removed",
                    (t, a) ->
                        t > 1 && !s.limbo(t, a) && !s.trialBegins(t) && s.event(t - 1, a) == 0,
                    1,
                    "disappear|limbo|without")));
  }

  /// The row of an agent that has just entered limbo stays in another agent's observation.
  private static Optional<ExpectedFinding> seenInLimbo(PlantingContext s) throws IOException {
    boolean sky = s.take().environment().equals("airspace");
    Optional<int[]> table = s.table(sky ? "neighbours" : "partners");
    if (table.isEmpty()) {
      return Optional.empty();
    }
    int offset = table.get()[0];
    int rows = table.get()[1];
    int width = table.get()[2];
    for (int t = 1; t < s.ticks(); t++) {
      for (int gone = 0; gone < s.agents(); gone++) {
        if (!s.limbo(t, gone) || s.limbo(t - 1, gone) || s.trialBegins(t)) {
          continue;
        }
        for (int eye = 0; eye < s.agents(); eye++) {
          if (eye == gone || s.limbo(t, eye)) {
            continue;
          }
          int row =
              sky
                  ? rowOf(s, t - 1, eye, gone, offset, rows, width)
                  : lost(s, t, eye, offset, rows, width);
          int free = free(s, t, eye, offset, rows, width, sky);
          if (row >= 0 && free >= 0) {
            for (int i = 0; i < width; i++) {
              s.show(
                  t, eye, offset + free * width + i, s.seen(t - 1, eye, offset + row * width + i));
            }
            Path file = s.written();
            return Optional.of(
                ExpectedFinding.at(file, t, ExpectedFinding.ANY, "limbo|seen|sees|off the map"));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static int rowOf(
      PlantingContext s, int t, int eye, int gone, int offset, int rows, int width) {
    for (int r = 0; r < rows; r++) {
      if ((int) s.seen(t, eye, offset + r * width) == gone) {
        return r;
      }
    }
    return -1;
  }

  /// The row of the previous tick that has no similar one now.
  private static int lost(PlantingContext s, int t, int eye, int offset, int rows, int width) {
    int worst = -1;
    double most = 0.02;
    for (int r = 0; r < rows; r++) {
      if (empty(s, t - 1, eye, offset + r * width, width)) {
        continue;
      }
      double nearest = Double.MAX_VALUE;
      for (int n = 0; n < rows; n++) {
        if (!empty(s, t, eye, offset + n * width, width)) {
          double away = 0;
          for (int i = 0; i < width; i++) {
            away +=
                Math.abs(
                    s.seen(t - 1, eye, offset + r * width + i)
                        - s.seen(t, eye, offset + n * width + i));
          }
          nearest = Math.min(nearest, away);
        }
      }
      if (nearest > most) {
        most = nearest;
        worst = r;
      }
    }
    return worst;
  }

  private static int free(
      PlantingContext s, int t, int eye, int offset, int rows, int width, boolean sky) {
    for (int r = 0; r < rows; r++) {
      boolean free =
          sky
              ? s.seen(t, eye, offset + r * width) < 0
              : empty(s, t, eye, offset + r * width, width);
      if (free) {
        return r;
      }
    }
    return -1;
  }

  private static boolean empty(PlantingContext s, int t, int eye, int from, int width) {
    for (int i = 0; i < width; i++) {
      if (s.seen(t, eye, from + i) != 0) {
        return false;
      }
    }
    return true;
  }

  /// Numbers that an agent in limbo should not have, throughout limbo.
  private static Optional<ExpectedFinding> alongLimbo(
      PlantingContext s, String column, int width, double value, String cause) throws IOException {
    Optional<Place> at = s.somewhere((t, a) -> t > 0 && s.limbo(t, a) && !s.limbo(t - 1, a));
    if (at.isEmpty()) {
      return Optional.empty();
    }
    int agent = at.get().agent();
    for (int t = at.get().tick(); t < s.ticks() && s.limbo(t, agent); t++) {
      for (int i = 0; i < width; i++) {
        double now =
            column.equals("pose") ? s.at(column, at.get().tick() - 1, width * agent + i) : value;
        s.put(column, t, width * agent + i, now);
      }
    }
    return Optional.of(ExpectedFinding.at(s.written(), at.get().tick(), agent, cause));
  }
}
