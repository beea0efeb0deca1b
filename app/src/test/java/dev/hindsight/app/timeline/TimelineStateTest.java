package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimelineStateTest {
  private static final TimeAxis AXIS = TestTimeAxes.ticks(100);
  private static final TimelineState START = TimelineState.start(AXIS);

  private static TimelineState after(TimelineState state, TimelineCommand... commands) {
    return List.of(commands).stream().reduce(state, TimelineState::apply, (_, last) -> last);
  }

  @Test
  void pulseStopsAtTheLastTick() {
    TimelineState end =
        after(
            START,
            new TimelineCommand.Seek(98),
            new TimelineCommand.Play(PlaybackMotion.FORWARD),
            new TimelineCommand.Pulse(0.5));

    assertEquals(after(START, new TimelineCommand.Seek(99)), end);
  }

  @Test
  void backwardPulseStopsAtTheFirstTick() {
    TimelineState end =
        after(
            START,
            new TimelineCommand.Seek(1),
            new TimelineCommand.Play(PlaybackMotion.BACKWARD),
            new TimelineCommand.Pulse(0.5));

    assertEquals(START, end);
  }

  @Test
  void stepStopsAtTheLastTick() {
    assertEquals(99, after(START, new TimelineCommand.Step(Integer.MAX_VALUE)).tick());
  }

  @Test
  void stepPauses() {
    TimelineState state =
        after(START, new TimelineCommand.Play(PlaybackMotion.FORWARD), new TimelineCommand.Step(1));

    assertEquals(after(START, new TimelineCommand.Seek(1)), state);
  }

  @Test
  void playingTakesTheSimulatedTimeWhateverThePulses() {
    TimelineState state = after(START, new TimelineCommand.Play(PlaybackMotion.FORWARD));
    for (int pulse = 0; pulse < 300; pulse++) {
      state = state.apply(new TimelineCommand.Pulse(1 / 60.0));
    }

    assertEquals(50, state.tick() + state.phase(), 1e-9, "five seconds at ten ticks a second");
  }

  @Test
  void sixteenTimesAsFastLosesNoTick() {
    TimelineState state =
        after(
            TimelineState.start(TestTimeAxes.ticks(10_000)),
            new TimelineCommand.Speed(16),
            new TimelineCommand.Play(PlaybackMotion.FORWARD));
    for (int pulse = 0; pulse < 600; pulse++) {
      state = state.apply(new TimelineCommand.Pulse(1 / 60.0));
    }

    assertEquals(1600, state.tick() + state.phase(), 1e-9, "ten seconds at 160 a second");
  }

  @Test
  void speedKeepsWithinItsLimits() {
    assertEquals(128, after(START, new TimelineCommand.Speed(1000)).speed());
    assertEquals(0.1, after(START, new TimelineCommand.Speed(0)).speed());
    assertEquals(1, after(START, new TimelineCommand.Speed(Double.NaN)).speed());
  }

  @Test
  void loopGoesRound() {
    TimelineState state =
        after(
            START,
            new TimelineCommand.Seek(10),
            new TimelineCommand.Loop(Span.through(10, 14)),
            new TimelineCommand.Play(PlaybackMotion.FORWARD),
            new TimelineCommand.Pulse(0.65));

    assertEquals(11, state.tick());
    assertEquals(PlaybackMotion.FORWARD, state.motion());
  }

  @Test
  void loopIsEnteredFromOutside() {
    TimelineState state =
        after(
            START,
            new TimelineCommand.Seek(80),
            new TimelineCommand.Loop(Span.through(10, 14)),
            new TimelineCommand.Play(PlaybackMotion.FORWARD),
            new TimelineCommand.Pulse(0.1));

    assertEquals(10, state.tick());
  }

  @Test
  void loopBeyondTheEndIsCutToTheRecording() {
    assertEquals(
        Optional.of(Span.through(90, 99)),
        after(START, new TimelineCommand.Loop(Span.through(90, 500))).loop());
  }

  @Test
  void heldCursorDoesNotPlay() {
    TimelineState held =
        after(START, new TimelineCommand.Play(PlaybackMotion.FORWARD), new TimelineCommand.Grab());

    assertEquals(held, held.apply(new TimelineCommand.Pulse(1)));
  }

  @Test
  void scrubbingPausesAndResumes() {
    TimelineState state =
        after(
            START,
            new TimelineCommand.Play(PlaybackMotion.FORWARD),
            new TimelineCommand.Grab(),
            new TimelineCommand.Seek(40),
            new TimelineCommand.Pulse(1),
            new TimelineCommand.Release(),
            new TimelineCommand.Pulse(0.35));

    assertEquals(43, state.tick());
  }

  @Test
  void playingFromTheEndStartsOver() {
    assertEquals(
        0, after(START, new TimelineCommand.Seek(99), new TimelineCommand.TogglePlay()).tick());
  }

  @Test
  void trialStepsGoFromStartToStart() {
    TimelineState state =
        TimelineState.start(TestTimeAxes.trials(4, 25, 4)).apply(new TimelineCommand.Seek(30));

    assertEquals(50, state.apply(new TimelineCommand.StepTrial(1)).tick());
    assertEquals(25, state.apply(new TimelineCommand.StepTrial(-1)).tick());
    assertEquals(
        0,
        after(state, new TimelineCommand.StepTrial(-1), new TimelineCommand.StepTrial(-1)).tick());
    assertEquals(99, state.apply(new TimelineCommand.StepTrial(9)).tick());
  }

  @Test
  void growingRecordingKeepsTheCursor() {
    TimelineState state = after(START, new TimelineCommand.Seek(99));

    assertEquals(99, state.apply(new TimelineCommand.Extend(TestTimeAxes.ticks(120))).tick());
    assertEquals(49, state.apply(new TimelineCommand.Extend(TestTimeAxes.ticks(50))).tick());
  }

  @Test
  void sleepingMachineDoesNotPlayToTheEnd() {
    TimelineState state =
        after(
            START,
            new TimelineCommand.Play(PlaybackMotion.FORWARD),
            new TimelineCommand.Pulse(3600));

    assertEquals(10, state.tick());
  }

  @Test
  void emptyRecordingStaysAtItsOnlyPlace() {
    TimelineState empty = TimelineState.start(TestTimeAxes.ticks(0));

    assertEquals(
        empty,
        after(
            empty,
            new TimelineCommand.Play(PlaybackMotion.FORWARD),
            new TimelineCommand.Pulse(1),
            new TimelineCommand.StepTrial(1),
            new TimelineCommand.Seek(7)));
  }
}
