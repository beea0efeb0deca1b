package dev.hindsight.app.facts;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactCheck;
import dev.hindsight.inspector.fact.FactVerdict;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The facts of a kind of environment, and their verdicts on an open recording. FX thread; reads
/// recordings in the background.
public final class FactsController {
  private final Rollout rollout;
  private final AgentNames names;
  private final Store<List<Fact>, FactCommand> facts;
  private final BackgroundTasks backgroundTasks;
  private final Store<List<CheckedFact>, List<CheckedFact>> rows =
      new Store<>(List.of(), (_, next) -> List.copyOf(next));
  private final Map<Fact, FactVerdict> verdicts = new HashMap<>();
  private final Runnable watch;
  private Runnable checking = () -> {};

  /// A fact and its verdict.
  ///
  /// @param verdict empty while it is being checked
  public record CheckedFact(Fact fact, Optional<FactVerdict> verdict) {}

  /// @param facts those of its kind of environment
  public FactsController(
      Rollout rollout, Store<List<Fact>, FactCommand> facts, BackgroundTasks backgroundTasks) {
    this.rollout = rollout;
    this.names = AgentNames.of(rollout);
    this.facts = facts;
    this.backgroundTasks = backgroundTasks;
    this.watch = facts.watch(_ -> check());
  }

  /// The names of the agents.
  AgentNames names() {
    return names;
  }

  /// The facts with their verdicts.
  public Store<List<CheckedFact>, List<CheckedFact>> rows() {
    return rows;
  }

  /// Saves a fact, unless it is already saved.
  public void keep(Fact fact) {
    facts.send(new FactCommand.Add(fact));
  }

  /// Deletes a fact.
  void drop(Fact fact) {
    facts.send(new FactCommand.Remove(fact));
  }

  /// Checks all facts without a verdict.
  private void check() {
    tell();
    List<Fact> open = facts.state().stream().filter(fact -> !verdicts.containsKey(fact)).toList();
    checking.run();
    if (open.isEmpty()) {
      return;
    }
    checking =
        backgroundTasks.startCancellable(
            wording("FactsController.checking_facts"),
            (progress, cancellation) -> {
              FactCheck check = new FactCheck(rollout, progress, cancellation);
              Map<Fact, FactVerdict> found = new HashMap<>();
              open.forEach(fact -> found.put(fact, check.verdict(fact)));
              return found;
            },
            found -> {
              verdicts.putAll(found);
              tell();
            },
            failure -> {
              FactVerdict unknown = new FactVerdict.Unknown(String.valueOf(failure.getMessage()));
              open.forEach(fact -> verdicts.put(fact, unknown));
              tell();
            });
  }

  private void tell() {
    rows.send(
        facts.state().stream()
            .map(fact -> new CheckedFact(fact, Optional.ofNullable(verdicts.get(fact))))
            .toList());
  }

  /// Stops checking.
  public void close() {
    watch.run();
    checking.run();
  }
}
