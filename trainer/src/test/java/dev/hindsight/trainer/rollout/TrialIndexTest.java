package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialIndexTest {
  private static final Column TRIAL =
      new Column(ChannelSpec.perTick("trial", Dtype.I4, "", "from 0"), List.of());
  private static final Column CLOCK =
      new Column(ChannelSpec.perTick("trial_tick", Dtype.I4, "", "from 0"), List.of());
  private static final Column ENDED =
      new Column(ChannelSpec.perTick("trial_ended", Dtype.BOOL, "", "a trial ended"), List.of());

  @TempDir Path folder;

  @Test
  void everyTickBelongsToItsStretch() {
    assertEquals(
        List.of("0: 0..3", "1: 3..5", "2: 5..6"),
        stretches(new int[] {0, 0, 0, 1, 1, 2}, new int[] {0, 1, 2, 0, 1, 0}));
  }

  @Test
  void aTrialThatComesAgainIsAStretchOfItsOwn() {
    assertEquals(
        List.of("0: 0..2", "0: 2..4", "0: 4..6"),
        stretches(new int[] {0, 0, 0, 0, 0, 0}, new int[] {0, 1, 0, 1, 0, 1}));
  }

  @Test
  void aRecordingMayBeginInTheMiddleOfATrial() {
    assertEquals(List.of("3: 0..1", "0: 1..2"), stretches(new int[] {3, 0}, new int[] {17, 0}));
  }

  @Test
  void aTrialOfOneTickIsToldFromTheSameTrialOfTheNextEpisode() {
    assertEquals(
        List.of("0: 0..1", "0: 1..2", "0: 2..4"),
        stretches(
            new int[] {0, 0, 0, 0}, new int[] {0, 0, 0, 1}, List.of(true, true, false, false)));
  }

  @Test
  void episodesOfOneTickAreToldApartByTheirTerminals() {
    assertEquals(
        List.of("0: 0..1", "0: 1..2", "0: 2..4"),
        stretches(
            new int[] {0, 0, 0, 0},
            new int[] {0, 0, 0, 1},
            flag("terminal"),
            List.of(true, true, false, true)));
  }

  @Test
  void anEpisodeOfOneTickEndsWhereNoAgentGoesOn() {
    byte[][] terminal = {{1, 1, 0}, {1, 1, 0}, {0, 0, 0}, {0, 0, 0}};
    byte[][] removed = {{0, 0, 0}, {0, 0, 1}, {1, 1, 1}, {0, 0, 0}};
    assertEquals(
        List.of("0: 0..2", "0: 2..4"),
        stretches(
            List.of(TRIAL, CLOCK, flag("terminal"), flag("removed")),
            4,
            (writer, tick) -> {
              writer.row(0).putInt(0);
              writer.row(1).putInt(0);
              writer.row(2).put(terminal[tick]);
              writer.row(3).put(removed[tick]);
            }));
  }

  @Test
  void aClockThatStandsIsNoTrialATick() {
    assertEquals(List.of("0: 0..3"), stretches(new int[] {0, 0, 0}, new int[] {0, 0, 0}));
  }

  private static Column flag(String name) {
    return new Column(ChannelSpec.perTick(name, Dtype.BOOL, "", "", "agent"), List.of(3));
  }

  private List<String> stretches(int[] trial, int[] clock) {
    return stretches(trial, clock, Collections.nCopies(trial.length, false));
  }

  private List<String> stretches(int[] trial, int[] clock, List<Boolean> ended) {
    return stretches(trial, clock, ENDED, ended);
  }

  private List<String> stretches(int[] trial, int[] clock, Column flag, List<Boolean> ended) {
    return stretches(
        List.of(TRIAL, CLOCK, flag),
        trial.length,
        (writer, tick) -> {
          writer.row(0).putInt(trial[tick]);
          writer.row(1).putInt(clock[tick]);
          for (int i = writer.row(2).remaining(); i > 0; i--) {
            writer.row(2).put((byte) (ended.get(tick) ? 1 : 0));
          }
        });
  }

  /// @param row writes the columns of a tick
  private List<String> stretches(
      List<Column> columns, int ticks, ObjIntConsumer<RolloutWriter> row) {
    Path file = folder.resolve("x.rollout");
    try (RolloutWriter writer =
        RolloutWriter.create(file, TestRecordings.manifest(columns, 2), columns)) {
      for (int tick = 0; tick < ticks; tick++) {
        row.accept(writer, tick);
        writer.endTick();
      }
      Summary _ = writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
    List<String> words = new ArrayList<>();
    try (Rollout rollout = Rollouts.open(file)) {
      TrialIndex trials = rollout.trials();
      for (int s = 0; s < trials.count(); s++) {
        assertEquals(s, trials.stretchAt(trials.start(s)));
        assertEquals(s, trials.stretchAt(trials.end(s) - 1));
        words.add(trials.trial(s) + ": " + trials.start(s) + ".." + trials.end(s));
      }
    }
    return words;
  }
}
