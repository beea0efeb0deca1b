package dev.hindsight.trainer.env.gym;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.JavaProcess;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A process that speaks the protocol without Python, and makes the mistake that it is told.
///
/// Its world: an agent on a line at x, which is the seed modulo 3 after a reset. Action 0, 1 or 2
/// adds -1, 0 or 1. It observes x and the number of steps; the reward is x. At |x| = 4 the episode
/// is terminated, and after 9 steps truncated. Its mask forbids the step to there. Its picture is 4
/// x 2 pixels of the colour x.
public final class FakeGymChild {
  static final int EDGE = 4;

  /// What Gymnasium would need to make it again.
  static final String SPEC =
      """
      {"id": "Line-v0", "entry_point": "line:Line", "kwargs": {}}\
      """
          .strip();

  static final int LIMIT = 9;

  private FakeGymChild() {}

  /// Mistakes.
  enum Mistake {
    NONE,
    SWAPS_TERMINATED_AND_TRUNCATED,
    DROPS_THE_FINAL_OBSERVATION,
    SHIFTS_ACTIONS_BY_ONE,
    SHIFTS_ACTIONS_AND_OWNS_UP,
    HANGS,
    DIES,
    PRINTS,
    GIVES_NAN,
    GIVES_A_NAN_REWARD,
    GIVES_A_REWARD_BEYOND_FLOATS,
    LOSES_A_STEP,
    FAILS,
    SENDS_A_SHORT_RESULT,
    DOES_NOT_REPEAT,
    SAYS_NOTHING_OF_SUCCESS_AT_ITS_LIMIT,
    REMEMBERS_EARLIER_EPISODES,
    SPEAKS_ANOTHER_PROTOCOL
  }

  /// Starts it instead of Python.
  static GymScript.Command with(Mistake mistake) {
    // Each process gets a number of its own: what does not repeat differs by it.
    int[] started = {0};
    return _ -> line(mistake, started[0]++);
  }

  private static List<String> line(Mistake mistake, int number) {
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    return JavaProcess.of(options, FakeGymChild.class, mistake.name(), Integer.toString(number))
        .command();
  }

  /// Settings for it; the Python is never started.
  static GymSettings settings(String repeats, int timeout) {
    return settings(repeats, timeout, "masked_actions", "false");
  }

  /// Settings with one more.
  static GymSettings settings(String repeats, int timeout, String knob, String value) {
    var values =
        GymSettings.ALL.parse(
            java.util.Map.of(
                "id",
                "Line-v0",
                "python",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "repeats",
                repeats,
                "timeout",
                Integer.toString(timeout),
                knob,
                value),
            "");
    return GymSettings.of(values);
  }

  public static void main(String[] arguments) throws Exception {
    new Line(Mistake.valueOf(arguments[0]), Integer.parseInt(arguments[1])).serve();
  }

  private static final class Line {
    private final Mistake mistake;
    private final int number;
    private final DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
    private final OutputStream out =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    private int x;
    private int steps;
    private int all;
    private int episodes;
    private int start;
    private double before = 1;

    Line(Mistake mistake, int number) {
      this.mistake = mistake;
      this.number = number;
    }

    void serve() throws IOException, InterruptedException {
      ObjectNode hello = JsonMapper.builder().build().createObjectNode();
      hello.put("protocol", mistake == Mistake.SPEAKS_ANOTHER_PROTOCOL ? 2 : 1);
      GymFrame.write(out, GymFrame.HELLO, GymFrame.json(hello));
      while (true) {
        GymFrame asked = GymFrame.read(in);
        switch (asked.kind()) {
          case GymFrame.CONFIGURE -> GymFrame.write(out, GymFrame.SPACES, spaces());
          case GymFrame.RESET -> reset(asked.payload().getLong());
          case GymFrame.STEP -> step(asked.payload().getDouble());
          case GymFrame.RENDER -> picture();
          default -> {
            return;
          }
        }
      }
    }

    private static byte[] spaces() {
      return """
      {"agents": ["0"], "named": false, "limit": 9, "fps": 4, "render": true,
       "observation": [
         {"name": "x", "shape": [1], "type": "<f4", "names": ["x"], "low": [-4], "high": [4]},
         {"name": "clock/steps", "shape": [1], "type": "<f4", "low": [0], "high": [null]}],
       "actions": [{"name": "move", "levels": 3, "start": -1,
                    "words": ["left", "stay", "right"]}],
       "mask": 3,
       "versions": {"fake": "1"},
       "spec": "%s",
       "actionSpace": "{\\"type\\": \\"Discrete\\", \\"dtype\\": \\"int64\\", \\"start\\": -1, \\"n\\": 3}"}
      """
          .formatted(SPEC.replace("\"", "\\\""))
          .getBytes(StandardCharsets.UTF_8);
    }

    private void reset(long seed) throws IOException {
      start = (int) (seed % 3);
      x = start;
      if (mistake == Mistake.REMEMBERS_EARLIER_EPISODES) {
        x = (start + episodes) % 3;
      }
      episodes++;
      steps = 0;
      result(GymResult.LIVE, 0, x, 0);
    }

    private void step(double action) throws IOException, InterruptedException {
      all++;
      boolean now = all > 70;
      double taken = action;
      if ((now && mistake == Mistake.SHIFTS_ACTIONS_BY_ONE)
          || mistake == Mistake.SHIFTS_ACTIONS_AND_OWNS_UP) {
        taken = before;
      }
      before = action;
      x += (int) taken - 1;
      if (mistake == Mistake.DOES_NOT_REPEAT && all == 5 && number > 0) {
        x += x > 0 ? -1 : 1;
      }
      steps++;
      boolean terminated = Math.abs(x) >= EDGE;
      boolean truncated = !terminated && steps >= LIMIT;
      boolean over = terminated || truncated;
      if (mistake == Mistake.SWAPS_TERMINATED_AND_TRUNCATED) {
        boolean was = terminated;
        terminated = truncated;
        truncated = was;
      }
      int flags =
          (over ? 0 : GymResult.LIVE)
              + (terminated ? GymResult.TERMINATED : 0)
              + (truncated ? GymResult.TRUNCATED : 0);
      if (terminated && mistake == Mistake.SAYS_NOTHING_OF_SUCCESS_AT_ITS_LIMIT) {
        flags += GymResult.SUCCESS_KNOWN;
      }
      float seen = x;
      double reward = x;
      float clock = steps;
      if (over && mistake == Mistake.DROPS_THE_FINAL_OBSERVATION) {
        seen = start;
        clock = 0;
      }
      switch (now ? mistake : Mistake.NONE) {
        case HANGS -> Thread.sleep(1_000_000);
        case DIES -> {
          System.err.println("the reason is on its last line");
          System.exit(3);
        }
        case PRINTS -> {
          out.write("step 71 done\n".getBytes(StandardCharsets.UTF_8));
          out.flush();
        }
        case GIVES_NAN -> seen = Float.NaN;
        case GIVES_A_NAN_REWARD -> reward = Float.NaN;
        case GIVES_A_REWARD_BEYOND_FLOATS -> reward = 1e300;
        case LOSES_A_STEP -> steps--;
        case FAILS -> {
          GymFrame.write(
              out,
              GymFrame.FAILURE,
              "{\"what\": \"ValueError: too far\", \"where\": \"line.py:7\"}"
                  .getBytes(StandardCharsets.UTF_8));
          return;
        }
        case SENDS_A_SHORT_RESULT -> {
          GymFrame.write(out, GymFrame.RESULT, new byte[9]);
          return;
        }
        default -> {}
      }
      boolean honest = mistake == Mistake.SHIFTS_ACTIONS_BY_ONE;
      result(flags, reward, seen, clock, honest ? taken : action);
    }

    private void result(int flags, double reward, float seen, float clock) throws IOException {
      result(flags, reward, seen, clock, 0);
    }

    private void result(int flags, double reward, float seen, float clock, double acted)
        throws IOException {
      ByteBuffer payload =
          ByteBuffer.allocate((int) GymResult.bytes(1, 2, 1, 3)).order(ByteOrder.LITTLE_ENDIAN);
      payload.putInt(steps).putLong(0).put((byte) flags);
      payload.putDouble(reward).putDouble(acted).putFloat(seen).putFloat(clock);
      payload.put((byte) (x > -3 ? 1 : 0)).put((byte) 1).put((byte) (x < 3 ? 1 : 0));
      GymFrame.write(out, GymFrame.RESULT, payload.array());
    }

    private void picture() throws IOException {
      ByteBuffer payload = ByteBuffer.allocate(4 + 24).order(ByteOrder.LITTLE_ENDIAN);
      payload.putShort((short) 4).putShort((short) 2);
      while (payload.hasRemaining()) {
        payload.put((byte) (x + 100));
      }
      GymFrame.write(out, GymFrame.PICTURE, payload.array());
    }
  }

  /// What the world gives for some actions, computed here.
  ///
  /// @param end code of the end: 5 terminated, 3 truncated, 0 none
  record Truth(int x, int steps, float reward, int end, int finalX) {
    static List<Truth> of(long seed, List<Integer> actions) {
      List<Truth> rows = new ArrayList<>();
      int episode = 0;
      int x = (int) (seed % 3);
      int steps = 0;
      for (int action : actions) {
        int seen = x;
        int clock = steps;
        x += action - 1;
        steps++;
        int end = Math.abs(x) >= EDGE ? 5 : steps >= LIMIT ? 3 : 0;
        rows.add(new Truth(seen, clock, x, end, x));
        if (end != 0) {
          episode++;
          x = (int) ((seed + episode) % 3);
          steps = 0;
        }
      }
      return rows;
    }
  }
}
