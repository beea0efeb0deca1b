package dev.hindsight.inspector.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.verdict.MemoryVerdict.Conclusion;
import dev.hindsight.trainer.counterfactual.MemoryControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Which conclusions follow from scores, and which do not.
class MemoryVerdictTest {
  /// Probabilities of success in the last of three trials under each control; in the other trials
  /// it is 0.3.
  private static MemoryVerdict verdict(
      int episodes, long seed, double recorded, double wiped, double closed) {
    double[] chances = {recorded, wiped, closed, recorded, recorded};
    List<ControlScores> all = new ArrayList<>();
    for (MemoryControl control : MemoryControl.values()) {
      // The same draws for every control, as with equal random numbers.
      SplittableRandom random = new SplittableRandom(seed);
      List<double[]> scores = new ArrayList<>();
      for (int i = 0; i < episodes; i++) {
        double[] draws = random.doubles(3).toArray();
        scores.add(
            new double[] {
              draws[0] < 0.3 ? 1 : 0, draws[1] < 0.3 ? 1 : 0, draws[2] < chances[all.size()] ? 1 : 0
            });
      }
      all.add(new ControlScores(control, Optional.empty(), scores, OptionalInt.empty()));
    }
    return MemoryVerdict.of(all, 3);
  }

  @Test
  void aGainThatIsLostWithMemoryIsMemory() {
    MemoryVerdict verdict = verdict(64, 1, 0.95, 0.3, 0.3);
    assertEquals(Conclusion.REMEMBERED, verdict.conclusion());
    assertTrue(verdict.sentence().startsWith("It remembered. Over 64 episodes"));
    assertTrue(verdict.sentence().contains("95 % between"), verdict.sentence());
  }

  @Test
  void aGainThatStaysWithoutMemoryIsNotShownToBeMemory() {
    MemoryVerdict verdict = verdict(64, 1, 0.95, 0.95, 0.95);
    assertEquals(Conclusion.NOT_BY_MEMORY, verdict.conclusion());
    assertTrue(verdict.sentence().contains("not been shown to be memory"), verdict.sentence());
  }

  @Test
  void oneEpisodeProvesNothingAboutThePolicy() {
    MemoryVerdict verdict = verdict(1, 3, 1, 0, 0);
    assertEquals(Conclusion.ONE_EPISODE, verdict.conclusion());
    assertTrue(
        verdict.sentence().startsWith("One episode proves nothing about the policy"),
        verdict.sentence());
    assertTrue(verdict.sentence().contains("Here memory made that difference"));
    assertFalse(verdict.sentence().contains("95 %"), verdict.sentence());
  }

  @Test
  void fourEpisodesAreTooFewToSayThatItRemembered() {
    assertEquals(Conclusion.NO_GAIN, verdict(4, 1, 1, 0, 0).conclusion());
  }

  @Test
  void policiesThatRememberNothingAreSeldomSaidToRemember() {
    int claims = 0;
    for (int study = 0; study < 400; study++) {
      claims += verdict(16, study, 0.3, 0.3, 0.3).conclusion() == Conclusion.REMEMBERED ? 1 : 0;
    }
    assertTrue(claims <= 10, claims + " of 400");
  }

  @Test
  void whatClosingLeavesIsExplainedAndWhatItBreaksToo() {
    String keeps = String.join(" ", verdict(64, 1, 0.95, 0.2, 0.9).reasons());
    assertTrue(keeps.contains("it need not look back"), keeps);
    String breaks = String.join(" ", verdict(64, 1, 0.95, 0.7, 0.1).reasons());
    assertTrue(breaks.contains("damage, not forgetting"), breaks);
    String same = String.join(" ", verdict(64, 1, 0.95, 0.3, 0.3).reasons());
    assertTrue(same.contains("no difference between the two is shown"), same);
  }

  @Test
  void whatDoesNotApplyHasNoNumbersAndWithoutMemoryThereIsNoVerdictOnIt() {
    List<ControlScores> all = new ArrayList<>();
    for (MemoryControl control : MemoryControl.values()) {
      boolean recorded = control == MemoryControl.RECORDED;
      all.add(
          new ControlScores(
              control,
              recorded ? Optional.empty() : Optional.of("the policy has no memory"),
              recorded ? List.of(new double[] {0, 1}, new double[] {0, 1}) : List.of(),
              OptionalInt.of(7)));
    }
    MemoryVerdict verdict = MemoryVerdict.of(all, 2);
    assertEquals(Conclusion.NO_MEMORY, verdict.conclusion());
    assertTrue(verdict.rows().get(1).scores().isEmpty());
    assertTrue(verdict.sentence().contains("no longer matches the recording from tick 7"));
    assertTrue(verdict.sentence().contains("Its policy has no memory"));
  }
}
