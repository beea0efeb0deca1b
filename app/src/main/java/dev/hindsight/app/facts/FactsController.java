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
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
  private final Map<Fact, KeptVerdict> verdicts = new HashMap<>();
  private final List<Runnable> watches;
  private Runnable checking = () -> {};
  private boolean busy;

  /// What there is of the recording.
  private record Extent(int ticks, boolean complete) {}

  /// A verdict, and what there was of the recording when its check began.
  private record KeptVerdict(FactVerdict verdict, Extent about) {}

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
    this.names = AgentNames.of(rollout);
    this.facts = facts;
    this.backgroundTasks = backgroundTasks;
    this.watches = List.of(facts.watch(_ -> check()), timelineModel.timeline().watch(_ -> renew()));
  }

  /// Checks again what was checked before the recording had its present length or was complete. One
  /// check at a time; earlier verdicts stay until the new ones arrive.
  public void renew() {
    if (!busy && facts.state().stream().anyMatch(this::outstanding)) {
      check();
    }
  }

  private Extent extent() {
    return new Extent(timelineModel.timeline().state().axis().ticks(), rollout.complete());
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
    Extent about = extent();
    checking =
        backgroundTasks.startCancellable(
            wording("FactsController.checking_facts"),
            (progress, cancellation) -> {
              FactCheck check = new FactCheck(rollout, progress, cancellation);
              Map<Fact, FactVerdict> found = new HashMap<>();
              open.forEach(fact -> found.put(fact, check.verdict(fact)));
              return found;
            },
            found -> checked(found, about),
            failure -> {
              FactVerdict unknown = new FactVerdict.Unknown(backgroundTasks.words(failure));
              Map<Fact, FactVerdict> found = new HashMap<>();
              open.forEach(fact -> found.put(fact, unknown));
              checked(found, about);
            });
  }

  private boolean outstanding(Fact fact) {
    KeptVerdict kept = verdicts.get(fact);
    return kept == null || !kept.about.equals(extent());
  }

  private void checked(Map<Fact, FactVerdict> found, Extent about) {
    busy = false;
    found.forEach((fact, verdict) -> verdicts.put(fact, new KeptVerdict(verdict, about)));
    tell();
    // Ticks that arrived during the check may be the last ones.
    renew();
  }

  private void tell() {
    rows.send(
        facts.state().stream()
            .map(fact ->
                new CheckedFact(
                    fact, Optional.ofNullable(verdicts.get(fact)).map(KeptVerdict::verdict)))
            .toList());
  }

  /// Stops checking.
  public void close() {
    watches.forEach(Runnable::run);
    checking.run();
  }
}
