package dev.hindsight.trainer.env.drive.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// The exits that each agent can reach along the lanes, among which an episode hides its goal.
///
/// From an agent's start the lanes are followed to the first place where they part, and from there
/// along every lane for `goal_within` metres (to the lanes' ends if that is 0). The points reached
/// are its exits; points closer together than [#APART] are one exit. An agent whose lanes do not
/// part has one exit, an agent off all lanes the goal of its log.
///
/// @param x `[A][exits]` metres; no agents unless goals are hidden. Never written
/// @param y `[A][exits]` metres
public record ReachableExits(float[][] x, float[][] y) {
  /// Least distance of two exits of an agent, metres.
  private static final double APART = 6;

  /// How far lanes are followed at most, metres.
  private static final int FARTHEST = 400;

  /// Largest distance of a start from its lane, metres.
  private static final double OFF_LANE = 3;

  private static final ReachableExits NONE = new ReachableExits(new float[0][], new float[0][]);

  /// @param start all bodies at the start of a trial, each agent with the goal of its log
  public static ReachableExits of(Bodies start, List<RoadPolyline> lines, DriveConfig config) {
    if (!config.goals().hidden()) {
      return NONE;
    }
    LaneWeb web = new LaneWeb(lines);
    float[][] x = new float[start.agents][];
    float[][] y = new float[start.agents][];
    for (int a = 0; a < start.agents; a++) {
      List<Integer> nodes = exits(web, start, a, config.goals().within());
      x[a] = new float[] {start.goalX[a]};
      y[a] = new float[] {start.goalY[a]};
      if (!nodes.isEmpty()) {
        x[a] = new float[nodes.size()];
        y[a] = new float[nodes.size()];
      }
      for (int e = 0; e < nodes.size(); e++) {
        x[a][e] = (float) web.x[nodes.get(e)];
        y[a][e] = (float) web.y[nodes.get(e)];
      }
    }
    return new ReachableExits(x, y);
  }

  /// Number of exits of each agent; empty unless goals are hidden.
  public int[] counts() {
    return Arrays.stream(x).mapToInt(exits -> exits.length).toArray();
  }

  /// Moves the goals to the drawn exits. Hot loop: no allocation.
  ///
  /// @param exit `[A]` the drawn exits; ignored unless goals are hidden
  public void aim(Bodies b, int[] exit) {
    for (int a = 0; a < x.length; a++) {
      b.goalX[a] = x[a][exit[a]];
      b.goalY[a] = y[a][exit[a]];
    }
  }

  /// The nodes at which an agent's exits lie, in the order in which the search reaches them.
  private static List<Integer> exits(LaneWeb web, Bodies start, int agent, double within) {
    int node = web.nearest(start.x[agent], start.y[agent], start.cos[agent], start.sin[agent]);
    if (node < 0) {
      return List.of();
    }
    int fork = firstFork(web, node);
    int limit = within > 0 ? (int) Math.round(within) : FARTHEST;
    int[] far = new int[web.x.length];
    Arrays.fill(far, -1);
    Deque<Integer> left = new ArrayDeque<>();
    far[fork] = 0;
    left.add(fork);
    List<Integer> exits = new ArrayList<>();
    while (!left.isEmpty()) {
      int at = left.remove();
      if (far[at] == limit || web.next.get(at).isEmpty()) {
        addApart(web, exits, at);
        continue;
      }
      for (int next : web.next.get(at)) {
        if (far[next] < 0) {
          far[next] = far[at] + 1;
          left.add(next);
        }
      }
    }
    return exits;
  }

  /// The first node with several successors; the start itself if there is none.
  private static int firstFork(LaneWeb web, int start) {
    int node = start;
    for (int steps = 0; steps < FARTHEST; steps++) {
      List<Integer> next = web.next.get(node);
      if (next.size() > 1) {
        return node;
      }
      if (next.isEmpty()) {
        return start;
      }
      node = next.getFirst();
    }
    return start;
  }

  private static void addApart(LaneWeb web, List<Integer> exits, int node) {
    for (int other : exits) {
      if (Math.hypot(web.x[node] - web.x[other], web.y[node] - web.y[other]) < APART) {
        return;
      }
    }
    exits.add(node);
  }

  /// All lanes as nodes a metre apart, and where each leads.
  private static final class LaneWeb {
    /// Metres between nodes.
    private static final double STEP = 1;

    /// Distance within which two nodes may connect, metres.
    private static final double JOINT = 1.1;

    /// Least cosine of the angle between lanes that meet end to start, and between those that join
    /// or leave another beside its middle.
    private static final double BEND = 0.5;

    private static final double SLIGHT_BEND = 0.8;

    private final double[] x;
    private final double[] y;
    private final double[] cos;
    private final double[] sin;
    private final int[] lane;
    private final List<List<Integer>> next = new ArrayList<>();

    LaneWeb(List<RoadPolyline> lines) {
      List<double[]> nodes = new ArrayList<>();
      List<int[]> ends = new ArrayList<>();
      for (RoadPolyline line : lines) {
        if (line.type() == RoadPolyline.LANE && line.points() > 1) {
          int first = nodes.size();
          resample(line, ends.size(), nodes);
          ends.add(new int[] {first, nodes.size() - 1});
        }
      }
      int n = nodes.size();
      x = new double[n];
      y = new double[n];
      cos = new double[n];
      sin = new double[n];
      lane = new int[n];
      for (int i = 0; i < n; i++) {
        double[] node = nodes.get(i);
        x[i] = node[0];
        y[i] = node[1];
        cos[i] = node[2];
        sin[i] = node[3];
        lane[i] = (int) node[4];
        next.add(new ArrayList<>());
      }
      for (int[] end : ends) {
        for (int i = end[0]; i < end[1]; i++) {
          next.get(i).add(i + 1);
        }
      }
      for (int[] end : ends) {
        boolean led = connectEnds(end[1], ends);
        if (!led) {
          join(end[1]);
        }
        if (!isLed(end[0], ends)) {
          part(end[0]);
        }
      }
    }

    /// Adds nodes along a line: x, y, cosine and sine of its direction, its number.
    private static void resample(RoadPolyline line, int number, List<double[]> nodes) {
      double carried = 0;
      double cos = 1;
      double sin = 0;
      for (int i = 0; i + 1 < line.points(); i++) {
        double dx = line.x()[i + 1] - line.x()[i];
        double dy = line.y()[i + 1] - line.y()[i];
        double length = Math.hypot(dx, dy);
        if (length == 0) {
          continue;
        }
        cos = dx / length;
        sin = dy / length;
        double along = carried;
        for (; along < length; along += STEP) {
          nodes.add(
              new double[] {
                line.x()[i] + along * cos, line.y()[i] + along * sin, cos, sin, number
              });
        }
        carried = along - length;
      }
      int last = line.points() - 1;
      nodes.add(new double[] {line.x()[last], line.y()[last], cos, sin, number});
    }

    /// Connects a lane's end with every lane that starts there.
    private boolean connectEnds(int end, List<int[]> ends) {
      boolean led = false;
      for (int[] other : ends) {
        if (meets(end, other[0])) {
          // The two nodes lie at one place, so the way goes on at the one behind.
          next.get(end).add(other[0] + 1);
          led = true;
        }
      }
      return led;
    }

    private boolean isLed(int start, List<int[]> ends) {
      return ends.stream().anyMatch(other -> meets(other[1], start));
    }

    private boolean meets(int end, int start) {
      return distance(end, start) < JOINT && turn(end, start) > BEND;
    }

    /// Connects a lane that ends beside another's middle with that one.
    private void join(int end) {
      int beside = beside(end);
      if (beside >= 0) {
        next.get(end).add(beside);
      }
    }

    /// Connects a lane that starts beside another's middle with that one.
    private void part(int start) {
      int beside = beside(start);
      if (beside >= 0) {
        next.get(beside).add(start);
      }
    }

    /// The nearest node of another lane with nearly the same direction, or -1.
    private int beside(int node) {
      int best = -1;
      double least = JOINT;
      for (int i = 0; i < x.length; i++) {
        if (lane[i] != lane[node] && turn(i, node) > SLIGHT_BEND && distance(i, node) < least) {
          least = distance(i, node);
          best = i;
        }
      }
      return best;
    }

    /// The nearest node that heads where a vehicle does, or -1 if it is off all lanes.
    int nearest(double fromX, double fromY, double headingCos, double headingSin) {
      int best = -1;
      double least = OFF_LANE;
      for (int i = 0; i < x.length; i++) {
        double distance = Math.hypot(x[i] - fromX, y[i] - fromY);
        boolean along = cos[i] * headingCos + sin[i] * headingSin > BEND;
        if (along && distance < least) {
          least = distance;
          best = i;
        }
      }
      return best;
    }

    private double distance(int a, int b) {
      return Math.hypot(x[a] - x[b], y[a] - y[b]);
    }

    private double turn(int a, int b) {
      return cos[a] * cos[b] + sin[a] * sin[b];
    }
  }
}
