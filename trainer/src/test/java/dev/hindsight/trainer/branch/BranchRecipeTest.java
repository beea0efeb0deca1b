package dev.hindsight.trainer.branch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What the file of a branch says, and what it says of the branch's outcome.
class BranchRecipeTest {
  private static final Edit NORTH = new Edit.Action(4, 0, new ForcedAction.Joint(1));

  private static BranchOutcome outcome(List<List<Double>> before, List<List<Double>> after) {
    ControlResult control = new ControlResult(ControlResult.Status.EXACT, OptionalInt.empty(), "");
    return new BranchOutcome(
        new BranchOutcome.Figures(60, 0, 0, 0, means(before), before),
        new BranchOutcome.Figures(60, 0, 0, 0, means(after), after),
        control);
  }

  private static List<Double> means(List<List<Double>> scores) {
    return scores.stream()
        .map(trial ->
            trial.stream()
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0))
        .toList();
  }

  /// Scores of single agents may change while their mean stays.
  @Test
  void withoutChangedFiguresItSaysThatTotalsAndMeansStay() {
    List<List<Double>> half = List.of(List.of(0.5));

    assertEquals("no total and no mean score changed", outcome(half, half).wordsWithWarning());
  }

  /// A branch in which fewer episodes end has other means, though nothing has changed.
  @Test
  void scoresOfSeveralEpisodesAreComparedOverThoseThatBothHave() {
    List<List<Double>> four = List.of(List.of(1.0, 1.0, 0.0, 1.0));
    assertEquals("nothing", outcome(four, List.of(List.of(1.0, 1.0, 0.0))).words());
    assertEquals(
        "trial 1 score 0.667 → 0.333 over the 3 episodes of both",
        outcome(four, List.of(List.of(1.0, 0.0, 0.0, Double.NaN))).words());
    assertEquals(
        "trial 1 score 0.750 → unfinished",
        outcome(four, List.of(List.of(Double.NaN, Double.NaN))).words());
  }

  @Test
  void aRecipeKeepsTheScoresOfItsEpisodes() {
    BranchOutcome kept =
        outcome(List.of(List.of(1.0, Double.NaN)), List.of(List.of(0.5, 0.25), List.of(1.0, 0.0)));
    Branch branch =
        new Branch("1", "north", Optional.empty(), 4, List.of(NORTH), "ab", Optional.of(kept));
    byte[] file = text(branch).getBytes(StandardCharsets.UTF_8);
    assertEquals(branch, Branch.read(file, new BranchOrigin("x.rollout", "00"), "1.json"));
  }

  @Test
  void aRecipeHasTheseKeysInThisOrder() {
    BranchOutcome.Figures before = new BranchOutcome.Figures(40, 1, 2, 3, List.of(0.25, 1.0));
    BranchOutcome.Figures after = new BranchOutcome.Figures(41, 0, 0, 0, List.of());
    ControlResult control =
        new ControlResult(ControlResult.Status.DIFFERS, OptionalInt.of(7), "the position");
    Branch bare =
        new Branch("1", "north", Optional.empty(), 4, List.of(NORTH), "", Optional.empty());
    Branch whole =
        new Branch(
            "2",
            "south",
            Optional.of("1"),
            6,
            List.of(),
            "ab",
            Optional.of(new BranchOutcome(before, after, control)));
    assertEquals(
        """
        {
          "format" : "hindsight-branch",
          "version" : 1,
          "id" : "1",
          "title" : "north",
          "of" : {
            "file" : "x.rollout",
            "hash" : "00"
          },
          "tick" : 4,
          "edits" : [ {
            "kind" : "action",
            "tick" : 4,
            "agent" : 0,
            "do" : 1
          } ]
        }\
        """
            .lines()
            .toList(),
        text(bare).lines().toList());
    assertEquals(
        """
        {
          "format" : "hindsight-branch",
          "version" : 1,
          "id" : "2",
          "title" : "south",
          "of" : {
            "file" : "x.rollout",
            "hash" : "00"
          },
          "parent" : "1",
          "tick" : 6,
          "edits" : [ ],
          "hash" : "ab",
          "score" : {
            "before" : {
              "ticks" : 40,
              "goals" : 1,
              "collisions" : 2,
              "offroad" : 3,
              "trialScores" : [ 0.25, 1.0 ]
            },
            "after" : {
              "ticks" : 41,
              "goals" : 0,
              "collisions" : 0,
              "offroad" : 0,
              "trialScores" : [ ]
            },
            "control" : {
              "verdict" : "differs",
              "credited" : false,
              "tick" : 7,
              "words" : "the position"
            }
          }
        }\
        """
            .lines()
            .toList(),
        text(whole).lines().toList());
  }

  private static String text(Branch branch) {
    return new String(branch.json(new BranchOrigin("x.rollout", "00")), StandardCharsets.UTF_8);
  }
}
