package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;

/// Measures how fast one thread detects conflicts among any number of aircraft, all pairs, once a
/// step: cruising traffic of constant density on levels of 1,000 ft, so the number of conflicts
/// grows with the number of aircraft, not with the pairs. Between two steps all aircraft fly on
/// straight for a second.
public final class DetectionBench {
  private static final double NANOS = 1e9;

  /// Square degrees for each aircraft: as dense as a busy sector.
  private static final double ROOM = 0.06;

  private static final int LEVELS = 13;
  private static final double FOOT = 0.3048;
  private static final double METRES_A_DEGREE = 111_320;

  /// Steps after which the traffic starts again where it began.
  private static final int EPISODE = 100;

  private DetectionBench() {}

  /// What was measured.
  ///
  /// @param aircraft number of aircraft
  /// @param seconds time they took
  /// @param processorSeconds processor time of the thread: less where the machine was busy
  /// @param conflicts directed pairs in conflict, in the last step
  public record Result(
      int aircraft, long steps, double seconds, double processorSeconds, int conflicts)
      implements BenchResult {
    /// Steps of a second in a second.
    public double stepsPerSecond() {
      return steps / seconds;
    }

    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.context("aircraft", "aircraft", aircraft),
          BenchFigure.context("conflicts", "pairs", conflicts),
          BenchFigure.more("stepsPerSecond", "1/s", stepsPerSecond()),
          BenchFigure.more("stepsPerProcessorSecond", "1/s", steps / processorSeconds));
    }
  }

  /// @param seconds how long to measure, after half as long a warm-up
  public static Result run(int aircraft, double seconds, long seed) {
    AircraftColumns start = traffic(aircraft, new Random(seed));
    AircraftColumns now =
        new AircraftColumns(
            aircraft,
            start.latitude().clone(),
            start.longitude().clone(),
            start.track(),
            start.speed(),
            start.altitude(),
            start.vertical(),
            start.absent());
    ConflictDetector detector = new ConflictDetector(aircraft, ProtectedZone.USUAL);
    Result _ = measure(detector, start, now, seconds / 2);
    return measure(detector, start, now, seconds);
  }

  private static Result measure(
      ConflictDetector detector, AircraftColumns start, AircraftColumns now, double seconds) {
    long busy = processorNanos();
    long begin = System.nanoTime();
    long end = begin;
    long steps = 0;
    while (end - begin < seconds * NANOS) {
      if (steps % EPISODE == 0) {
        System.arraycopy(start.latitude(), 0, now.latitude(), 0, now.count());
        System.arraycopy(start.longitude(), 0, now.longitude(), 0, now.count());
      }
      Conflicts _ = detector.detect(now);
      fly(now);
      steps++;
      end = System.nanoTime();
    }
    return new Result(
        now.count(),
        steps,
        (end - begin) / NANOS,
        (processorNanos() - busy) / NANOS,
        detector.found().count);
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void fly(AircraftColumns now) {
    for (int i = 0; i < now.count(); i++) {
      double track = Math.toRadians(now.track()[i]);
      now.latitude()[i] += now.speed()[i] * Math.cos(track) / METRES_A_DEGREE;
      now.longitude()[i] += now.speed()[i] * Math.sin(track) / METRES_A_DEGREE;
    }
  }

  private static AircraftColumns traffic(int count, Random random) {
    double side = Math.sqrt(count * ROOM);
    double[] latitude = new double[count];
    double[] longitude = new double[count];
    double[] track = new double[count];
    double[] speed = new double[count];
    double[] altitude = new double[count];
    for (int i = 0; i < count; i++) {
      latitude[i] = side * (random.nextDouble() - 0.5);
      longitude[i] = side * (random.nextDouble() - 0.5);
      track[i] = 360 * random.nextDouble();
      speed[i] = 210 + 50 * random.nextDouble();
      altitude[i] = (28_000 + 1_000 * random.nextInt(LEVELS)) * FOOT;
    }
    return new AircraftColumns(
        count, latitude, longitude, track, speed, altitude, new double[count], new byte[count]);
  }
}
