package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Span;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Laws that hold for any user input, tested with seeded random commands.
class TimelineLawsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 100, 1_000_000})
  void stateStaysLegalWhateverIsSent(int ticks) {
    Random random = new Random(ticks);
    TimelineState state = TimelineState.start(TestTimeAxes.ticks(ticks));
    for (int i = 0; i < 5_000; i++) {
      TimelineCommand command = anyCommand(random, ticks);
      TimelineState before = state;
      state = before.apply(command);

      assertLegal(state, before + " after " + command);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void splittingAPulseChangesNothing(long seed) {
    Random random = new Random(seed);
    TimelineState whole =
        TimelineState.start(TestTimeAxes.ticks(1_000_000))
            .apply(new TimelineCommand.Speed(0.1 + 15 * random.nextDouble()))
            .apply(new TimelineCommand.Play(PlaybackMotion.FORWARD));
    TimelineState split = whole;
    for (int i = 0; i < 500; i++) {
      double seconds = random.nextDouble();
      double part = random.nextDouble() * seconds;
      whole = whole.apply(new TimelineCommand.Pulse(seconds));
      split =
          split
              .apply(new TimelineCommand.Pulse(part))
              .apply(new TimelineCommand.Pulse(seconds - part));
    }

    assertEquals(whole.tick() + whole.phase(), split.tick() + split.phase(), 1e-6);
  }

  private static void assertLegal(TimelineState state, String what) {
    assertTrue(0 <= state.tick() && state.tick() <= state.axis().last(), what);
    assertTrue(0 <= state.phase() && state.phase() < 1, what);
    assertTrue(state.motion() != PlaybackMotion.PAUSED || state.phase() == 0, what);
    assertTrue(
        TimelineState.SLOWEST <= state.speed() && state.speed() <= TimelineState.FASTEST, what);
    assertTrue(state.loop().map(l -> l.last() <= state.axis().last()).orElse(true), what);
  }

  private static TimelineCommand anyCommand(Random random, int ticks) {
    int any = random.nextInt(-2 * ticks - 5, 2 * ticks + 5);
    return switch (random.nextInt(12)) {
      case 0 -> new TimelineCommand.Seek(any);
      case 1 -> new TimelineCommand.Step(any);
      case 2 -> new TimelineCommand.StepTrial(random.nextInt(-2, 3));
      case 3 ->
          new TimelineCommand.Play(
              random.nextBoolean() ? PlaybackMotion.FORWARD : PlaybackMotion.BACKWARD);
      case 4 -> new TimelineCommand.TogglePlay();
      case 5 -> new TimelineCommand.Speed(random.nextGaussian() * 20);
      case 6 -> new TimelineCommand.Loop(anyRange(random, ticks));
      case 7 -> new TimelineCommand.LoopOff();
      case 8 -> new TimelineCommand.Grab();
      case 9 -> new TimelineCommand.Release();
      default -> new TimelineCommand.Pulse(random.nextGaussian());
    };
  }

  private static Span anyRange(Random random, int ticks) {
    int first = random.nextInt(2 * ticks + 1);
    return Span.through(first, first + random.nextInt(2 * ticks + 1));
  }
}
