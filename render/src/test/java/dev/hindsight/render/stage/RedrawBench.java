package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.picture.DriveSketch;
import dev.hindsight.trainer.env.drive.picture.GridTown;
import dev.hindsight.trainer.env.drive.picture.LoggedTraffic;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;

/// Measures how long a redraw takes, painter by painter: `RedrawBench [MAP]` prints milliseconds:
/// the best tenth (as on an idle machine), median and 95th percentile.
public final class RedrawBench {
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 720;
  private static final int ROUNDS = 600;
  private static final Set<Overlay> BARE = EnumSet.noneOf(Overlay.class);
  private static final Set<Overlay> CAPTION = EnumSet.of(Overlay.CAPTION);
  private static final Set<Overlay> USUAL =
      EnumSet.of(Overlay.GOALS, Overlay.TRAILS, Overlay.CAPTION, Overlay.METRICS);
  private static final Set<Overlay> ALL = EnumSet.allOf(Overlay.class);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private RedrawBench() {}

  private interface Redraw {
    void at(int tick) throws Exception;
  }

  /// @param arguments a map, or nothing for a made-up town
  public static void main(String[] arguments) throws Exception {
    DriveMap map =
        arguments.length > 0 ? DriveMaps.read(Path.of(arguments[0])) : GridTown.map(5, 64);
    Rollout rollout = LoggedTraffic.of(map, 4, 0);
    DriveSketch sketch = new DriveSketch();
    int segments = map.roads().stream().mapToInt(r -> r.x().length - 1).sum();
    System.out.printf(
        Locale.ROOT,
        "%d agents, %d road segments, %dx%d%n",
        rollout.manifest().agents(),
        segments,
        WIDTH,
        HEIGHT);
    measure(
        "sketch alone, usual overlays", rollout, t -> sketch.at(new Moment(rollout, t, 7), USUAL));
    Camera whole = new Camera.WholeMap();
    Camera follow = new Camera.Follow(2, 90, Camera.Up.NORTH);
    Camera heading = new Camera.Follow(2, 90, Camera.Up.HEADING);
    raster("raster, map, bodies only", rollout, BARE, whole);
    raster("raster, map, bodies and caption", rollout, CAPTION, whole);
    raster("raster, map, goals", rollout, EnumSet.of(Overlay.GOALS), whole);
    raster("raster, map, trails", rollout, EnumSet.of(Overlay.TRAILS), whole);
    raster("raster, map, labels", rollout, EnumSet.of(Overlay.LABELS), whole);
    raster("raster, map, usual overlays", rollout, USUAL, whole);
    raster("raster, map, all overlays", rollout, ALL, whole);
    raster("raster, follow, usual overlays", rollout, USUAL, follow);
    raster("raster, heading up, usual overlays", rollout, USUAL, heading);
    stage("stage, map, bodies only", rollout, BARE, whole);
    stage("stage, map, usual overlays", rollout, USUAL, whole);
    stage("stage, map, all overlays", rollout, ALL, whole);
    stage("stage, follow, usual overlays", rollout, USUAL, follow);
    stage("stage, heading up, usual overlays", rollout, USUAL, heading);
    System.exit(0);
  }

  private static void raster(String what, Rollout rollout, Set<Overlay> overlays, Camera camera)
      throws Exception {
    SceneRaster raster = new SceneRaster(new DriveSketch(), Palette.DARK);
    BufferedImage image = SceneRaster.canvas(WIDTH, HEIGHT);
    measure(what, rollout, t -> raster.draw(new Moment(rollout, t, 7), overlays, camera, image));
  }

  /// Showing on the FX thread and rendering in software, backdrops at once.
  private static void stage(String what, Rollout rollout, Set<Overlay> overlays, Camera camera)
      throws Exception {
    SceneView stage =
        HeadlessToolkit.onFx(() -> {
          SceneView made = new SceneView(SceneThreads.immediate(), Palette.DARK);
          new Scene(made, WIDTH, HEIGHT);
          made.resize(WIDTH, HEIGHT);
          return made;
        });
    WritableImage shot = new WritableImage(WIDTH, HEIGHT);
    measure(
        what + ": show",
        rollout,
        t ->
            HeadlessToolkit.onFx(() -> {
              stage.show(new Moment(rollout, t, 7), new DriveSketch(), overlays, camera);
              return t;
            }));
    measure(
        what + ": show and snapshot",
        rollout,
        t ->
            HeadlessToolkit.onFx(() -> {
              stage.show(new Moment(rollout, t, 7), new DriveSketch(), overlays, camera);
              return stage.snapshot(null, shot);
            }));
  }

  private static void measure(String what, Rollout rollout, Redraw redraw) throws Exception {
    List<Thread> drawing = drawing();
    double[] times = new double[ROUNDS];
    for (int i = -ROUNDS; i < ROUNDS; i++) {
      int tick = Math.floorMod(i, rollout.ticks());
      double begin = busy(drawing);
      redraw.at(tick);
      times[Math.max(0, i)] = busy(drawing) - begin;
    }
    Arrays.sort(times);
    System.out.printf(
        Locale.ROOT,
        "%-52s p10 %7.3f ms   median %7.3f ms   p95 %7.3f ms%n",
        what,
        times[ROUNDS / 10],
        times[ROUNDS / 2],
        times[ROUNDS * 95 / 100]);
  }

  /// Milliseconds of processor time of the threads that draw: fair also on a busy machine.
  private static double busy(List<Thread> drawing) {
    long nanos = 0;
    for (Thread thread : drawing) {
      nanos += Math.max(0, THREADS.getThreadCpuTime(thread.threadId()));
    }
    return nanos / 1e6;
  }

  private static List<Thread> drawing() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().matches("main|JavaFX Application.*|QuantumRenderer.*"))
        .toList();
  }
}
