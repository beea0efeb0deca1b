package dev.hindsight.app.facts;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactCheck;
import dev.hindsight.inspector.fact.FactFile;
import dev.hindsight.inspector.fact.FactVerdict;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The facts of a kind of environment, and their verdicts on an open recording. FX thread; reads
/// files and recordings in the background.
public final class FactsController {
  private final Rollout rollout;
  private final AgentNames names;
  private final BackgroundTasks backgroundTasks;
  private final FactFile file;
  private final Store<List<CheckedFact>, List<CheckedFact>> rows =
      new Store<>(List.of(), (_, next) -> List.copyOf(next));
  private final Map<Fact, FactVerdict> verdicts = new HashMap<>();
  private List<Fact> facts = List.of();
  private Runnable checking = () -> {};

  /// A fact and its verdict.
  ///
  /// @param verdict empty while it is being checked
  public record CheckedFact(Fact fact, Optional<FactVerdict> verdict) {}

  /// @param file stores the facts of this kind of environment
  public FactsController(Rollout rollout, Path file, BackgroundTasks backgroundTasks) {
    this.rollout = rollout;
    this.names = AgentNames.of(rollout);
    this.backgroundTasks = backgroundTasks;
    this.file = new FactFile(file);
    backgroundTasks.startEssential(
        wording("FactsController.reading_facts"),
        (_, _) -> this.file.there() ? this.file.read() : List.<Fact>of(),
        found -> {
          List<Fact> all = new ArrayList<>(found);
          facts.stream().filter(fact -> !all.contains(fact)).forEach(all::add);
          facts = List.copyOf(all);
          check();
        });
  }

  /// The names of the agents.
  AgentNames names() {
    return names;
  }

  /// The facts with their verdicts.
  Store<List<CheckedFact>, List<CheckedFact>> rows() {
    return rows;
  }

  /// Saves a fact, unless it is already saved.
  public void keep(Fact fact) {
    if (!facts.contains(fact)) {
      List<Fact> more = new ArrayList<>(facts);
      more.add(fact);
      change(more);
    }
  }

  /// Deletes a fact.
  void drop(Fact fact) {
    List<Fact> fewer = new ArrayList<>(facts);
    if (fewer.remove(fact)) {
      change(fewer);
    }
  }

  private void change(List<Fact> next) {
    facts = List.copyOf(next);
    List<Fact> written = facts;
    backgroundTasks.startEssential(
        wording("FactsController.writing_facts"), (_, _) -> write(written), _ -> {});
    check();
  }

  private boolean write(List<Fact> all) {
    file.write(all);
    return true;
  }

  /// Checks all facts without a verdict.
  private void check() {
    tell();
    List<Fact> open = facts.stream().filter(fact -> !verdicts.containsKey(fact)).toList();
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
        facts.stream()
            .map(fact -> new CheckedFact(fact, Optional.ofNullable(verdicts.get(fact))))
            .toList());
  }

  /// Stops checking.
  public void close() {
    checking.run();
  }
}
