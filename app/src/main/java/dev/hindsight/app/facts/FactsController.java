package dev.hindsight.app.facts;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactCheck;
import dev.hindsight.inspector.fact.FactVerdict;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The facts of a kind of environment, and their verdicts on an open recording. FX thread; reads
/// recordings in the background.
public final class FactsController {
  private final Rollout rollout;
  private final TimelineModel timelineModel;
  private final AgentNames names;
  private final Store<List<Fact>, FactCommand> facts;
  private final BackgroundTasks backgroundTasks;
  private final Store<List<CheckedFact>, List<CheckedFact>> rows =
      new Store<>(List.of(), (_, next) -> List.copyOf(next));
  private final Map<Fact, FactVerdict> verdicts = new HashMap<>();

  /// Facts whose verdicts are about fewer ticks than the recording has now.
  private final Set<Fact> outdated = new HashSet<>();

  private final List<Runnable> watches;
  private Runnable checking = () -> {};
  private boolean busy;
  private int ticks;
  private boolean complete;

  /// A fact and its verdict.
  ///
  /// @param verdict empty while it is being checked
  public record CheckedFact(Fact fact, Optional<FactVerdict> verdict) {}

  /// @param facts those of its kind of environment
  public FactsController(
      TimelineModel timelineModel,
      Store<List<Fact>, FactCommand> facts,
      BackgroundTasks backgroundTasks) {
    this.timelineModel = timelineModel;
    this.rollout = timelineModel.rollout();
    this.ticks = rollout.ticks();
    this.complete = rollout.complete();
    this.names = AgentNames.of(rollout);
    this.facts = facts;
    this.backgroundTasks = backgroundTasks;
    this.watches = List.of(facts.watch(_ -> check()), timelineModel.timeline().watch(_ -> renew()));
  }

  /// Checks again what was checked before the recording had its present length or was complete. One
  /// check at a time; earlier verdicts stay until the new ones arrive.
  public void renew() {
    int length = timelineModel.timeline().state().axis().ticks();
    if (!busy && (length != ticks || rollout.complete() != complete)) {
      ticks = length;
      complete = rollout.complete();
      outdated.addAll(verdicts.keySet());
      check();
    }
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

  /// Checks all facts without a present verdict.
  private void check() {
    tell();
    List<Fact> open = facts.state().stream().filter(this::outstanding).toList();
    checking.run();
    busy = !open.isEmpty();
    if (!busy) {
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
            this::checked,
            failure -> {
              FactVerdict unknown = new FactVerdict.Unknown(String.valueOf(failure.getMessage()));
              checked(
                  open.stream()
                      .distinct()
                      .collect(Collectors.toMap(Function.identity(), _ -> unknown)));
            });
  }

  private boolean outstanding(Fact fact) {
    return !verdicts.containsKey(fact) || outdated.contains(fact);
  }

  private void checked(Map<Fact, FactVerdict> found) {
    busy = false;
    verdicts.putAll(found);
    outdated.removeAll(found.keySet());
    tell();
    // Ticks that arrived during the check may be the last ones.
    renew();
  }

  private void tell() {
    rows.send(
        facts.state().stream()
            .map(fact -> new CheckedFact(fact, Optional.ofNullable(verdicts.get(fact))))
            .toList());
  }

  /// Stops checking.
  public void close() {
    watches.forEach(Runnable::run);
    checking.run();
  }
}
