package dev.hindsight.trainer.env.randomise;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.RandomisedSetting.Effect;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What sensors make of the observations of an environment: first delays, then noise. They read the
/// environment's buffer and write another one; the world never sees what they do. Hot loop:
/// allocates nothing after construction; one owner thread.
final class Sensors {
  /// Separates the noise of final observations from that of others at the same tick.
  private static final long FINAL = 1L << 40;

  private final EpisodeBucket bucket;
  private final int agents;
  private final int size;

  private final List<SensedNumbers> noises = new ArrayList<>();
  private final List<SensedNumbers> delays = new ArrayList<>();

  /// `[H][A * D]` the last true observations; H is the longest delay and one.
  private final float[][] past;

  /// Where the present observation is in [#past].
  private int now;

  /// Ticks since the trial began, at most as many as are kept.
  private int age;

  /// The same before the last action.
  private int ageBefore;

  /// A setting and the numbers of an observation that it acts on.
  ///
  /// @param index of the setting
  /// @param numbers `[n]` indices into an agent's observation
  /// @param factor `[n]` decoded numbers per raw one
  /// @param least `[n]` of the raw number
  /// @param most `[n]`
  private record SensedNumbers(
      int index, int[] numbers, double[] factor, float[] least, float[] most) {}

  Sensors(ObservationLayout layout, EpisodeBucket bucket, int agents) {
    this.bucket = bucket;
    this.agents = agents;
    this.size = layout.size();
    Buckets buckets = bucket.buckets();
    int longest = 0;
    for (int s = 0; s < buckets.randomised().size(); s++) {
      RandomisedSetting setting = buckets.randomised().get(s);
      switch (setting.effect()) {
        case WORLD, CHANCE, PARTNER -> {}
        case NOISE -> noises.add(acting(layout, setting, s));
        case DELAY -> {
          delays.add(acting(layout, setting, s));
          longest = Math.max(longest, (int) Math.rint(setting.high()));
        }
      }
    }
    past = new float[delays.isEmpty() ? 0 : longest + 1][agents * size];
  }

  /// @throws Problem if a sensor observes none of the numbers that it acts on
  static void check(ObservationLayout layout, Buckets buckets) {
    for (RandomisedSetting setting : buckets.randomised()) {
      if (setting.effect().sensed() && numbers(layout, setting).isEmpty()) {
        throw new Problem(
            wording("Sensors.acts_on_nothing", setting.name()),
            Buckets.RANDOMISE,
            wording("Sensors.leave_it_out"));
      }
    }
  }

  /// The numbers of an observation that a setting acts on.
  static List<Integer> numbers(ObservationLayout layout, RandomisedSetting setting) {
    List<Integer> all = new ArrayList<>();
    for (int d = 0; d < layout.size(); d++) {
      Segment segment = layout.segmentOf(d).orElseThrow();
      String feature = feature(segment, d);
      boolean measured = quantity(segment, d).words().isEmpty();
      if (setting.effect() == Effect.DELAY || measured) {
        for (String name : setting.observed()) {
          boolean whole = segment.name().equals(name) || segment.name().startsWith(name + "/");
          if (whole || (segment.name() + "." + feature).equals(name)) {
            all.add(d);
          }
        }
      }
    }
    return all;
  }

  private static String feature(Segment segment, int d) {
    return segment.feature(segment.featureOf(d - segment.offset()));
  }

  private static Quantity quantity(Segment segment, int d) {
    return segment.quantities().isEmpty()
        ? Quantity.PLAIN
        : segment.quantities().get(segment.featureOf(d - segment.offset()));
  }

  private static SensedNumbers acting(
      ObservationLayout layout, RandomisedSetting setting, int index) {
    int[] numbers = numbers(layout, setting).stream().mapToInt(Integer::intValue).toArray();
    double[] factor = new double[numbers.length];
    float[] least = new float[numbers.length];
    float[] most = new float[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      Segment segment = layout.segmentOf(numbers[i]).orElseThrow();
      Quantity quantity = quantity(segment, numbers[i]);
      boolean limited = !quantity.range().isEmpty();
      factor[i] = quantity.factor();
      least[i] = limited ? quantity.range().getFirst().floatValue() : Float.NEGATIVE_INFINITY;
      most[i] = limited ? quantity.range().getLast().floatValue() : Float.POSITIVE_INFINITY;
    }
    return new SensedNumbers(index, numbers, factor, least, most);
  }

  /// A new tick: what was observed before is one tick older.
  ///
  /// @param seen the environment's buffer
  void advance(StepBuffer seen) {
    if (past.length > 0) {
      ageBefore = age;
      age = seen.trialTick == 0 ? 0 : Math.min(age + 1, past.length - 1);
      now = (now + 1) % past.length;
      System.arraycopy(seen.observation, 0, past[now], 0, past[now].length);
    }
  }

  /// Writes what agents observe.
  ///
  /// @param seen the environment's buffer
  /// @param into already a copy of it
  /// @param endedIn bucket of the episode that the last action ended, for final observations
  void observe(StepBuffer seen, StepBuffer into, int endedIn) {
    if (past.length > 0) {
      System.arraycopy(seen.observation, 0, past[now], 0, past[now].length);
    }
    for (int s = 0; s < delays.size(); s++) {
      SensedNumbers delay = delays.get(s);
      delay(delay, Math.min(age, (int) bucket.value(delay.index, 0)), into.observation, 0, agents);
      // The final observation would have been the next one of the old trial.
      int since = Math.min(ageBefore + 1, (int) bucket.valueIn(endedIn, delay.index));
      for (int agent = 0; agent < agents && since > 0; agent++) {
        if (seen.end[agent] != 0) {
          delay(delay, since, into.finalObservation(), agent, agent + 1);
        }
      }
    }
    for (int s = 0; s < noises.size(); s++) {
      SensedNumbers noise = noises.get(s);
      double deviation = bucket.value(noise.index, 0);
      for (int agent = 0; agent < agents; agent++) {
        disturb(noise, deviation, into.observation, agent, 0);
        if (seen.end[agent] != 0) {
          disturb(
              noise, bucket.valueIn(endedIn, noise.index), into.finalObservation(), agent, FINAL);
        }
      }
    }
  }

  private void delay(SensedNumbers delay, int ticks, float[] observation, int from, int to) {
    float[] then = past[Math.floorMod(now - ticks, past.length)];
    for (int agent = from; agent < to; agent++) {
      for (int i = 0; i < delay.numbers.length; i++) {
        int at = agent * size + delay.numbers[i];
        observation[at] = then[at];
      }
    }
  }

  private void disturb(
      SensedNumbers noise, double deviation, float[] observation, int agent, long purpose) {
    for (int i = 0; i < noise.numbers.length; i++) {
      int at = agent * size + noise.numbers[i];
      if (observation[at] != 0 && deviation > 0) {
        long salt = purpose + (long) noise.index * agents * size + at;
        double error = deviation / noise.factor[i] * bucket.normal(salt);
        observation[at] =
            Math.clamp((float) (observation[at] + error), noise.least[i], noise.most[i]);
      }
    }
  }

  /// The true observations that delays still need.
  ///
  /// @param past from the present one backwards
  record SensorMemory(int age, int ageBefore, float[][] past) {}

  SensorMemory memory() {
    return new SensorMemory(
        age, ageBefore, Arrays.stream(ordered()).map(float[]::clone).toArray(float[][]::new));
  }

  void restore(SensorMemory memory) {
    age = memory.age();
    ageBefore = memory.ageBefore();
    for (int h = 0; h < past.length; h++) {
      System.arraycopy(memory.past()[h], 0, ordered()[h], 0, past[h].length);
    }
  }

  private float[][] ordered() {
    float[][] all = new float[past.length][];
    for (int h = 0; h < past.length; h++) {
      all[h] = past[Math.floorMod(now - h, past.length)];
    }
    return all;
  }

  void transfer(StateStream stream) {
    if (past.length > 0) {
      age = stream.within(age, 0, past.length - 1);
      ageBefore = stream.within(ageBefore, 0, past.length - 1);
      for (float[] one : ordered()) {
        stream.numbers(one);
      }
    }
  }

  /// A digest of what delays still need. Allocates nothing.
  long digest() {
    long hash = age + 1000L * ageBefore;
    for (int h = 1; h < past.length && h <= age; h++) {
      for (float number : past[Math.floorMod(now - h, past.length)]) {
        hash = SplitMix64.mix(hash ^ Float.floatToRawIntBits(number));
      }
    }
    return hash;
  }

  /// Forgets what was observed before.
  void reset() {
    age = 0;
    ageBefore = 0;
    now = 0;
    for (float[] one : past) {
      Arrays.fill(one, 0);
    }
  }
}
