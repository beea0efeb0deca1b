package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationMatch;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.ActingUpdate;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RelativePath;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.StateHashChain;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Continues a recording from one of its ticks with edits: it copies the ticks before and simulates
/// the ticks after, into a recording like any other.
///
/// Without edits the result equals the original bit for bit. One owner thread; a run that fails or
/// is cancelled leaves no file.
public final class Continuation implements Job<RecordingReport> {
  private final SimulationRecipe simulationRecipe;
  private final int at;
  private final Edits edits;
  private final PolicySource policies;
  private final StartingPoint startingPoint;
  private final Map<String, JsonNode> manifestKeys;
  private final Path out;
  private final Optional<ManualDriver> driver;
  private final Consumer<Summary> check;

  /// A person who drives manually, tick by tick.
  public interface ManualDriver {
    /// Receives the growing recording before the first driven tick; closes it.
    void looking(Rollout growing);

    /// Waits for the edit of a tick. Empty: the driver stops, and the recording ends.
    Optional<Edit> at(int tick, Cancellation cancellation);
  }

  /// A recording that can continue from one of its ticks.
  public interface StartingPoint {
    /// The world before a tick, without that tick's edits; the caller owns it.
    Environment environment(int tick, Progress progress, Cancellation cancellation);

    /// Gives the policy that acts at a tick its memory of all earlier ticks; the policy was opened
    /// like the recorded one.
    void remember(int tick, Policy policy, Cancellation cancellation);
  }

  /// @param simulationRecipe of the recording; its edits are inherited
  /// @param at the tick to continue from; edits before it must be inherited ones
  /// @param own further edits
  /// @param startingPoint provides the state at that tick
  /// @param manifestKeys further entries of the manifest
  /// @throws Problem if an edit is impossible in the environment
  public Continuation(
      SimulationRecipe simulationRecipe,
      int at,
      List<Edit> own,
      PolicySource policies,
      StartingPoint startingPoint,
      Map<String, JsonNode> manifestKeys,
      Path out) {
    this.simulationRecipe = simulationRecipe;
    this.at = at;
    this.edits = simulationRecipe.edits().and(own);
    this.policies = policies;
    this.startingPoint = startingPoint;
    this.manifestKeys = manifestKeys;
    this.out = out;
    this.driver = Optional.empty();
    this.check = _ -> {};
    check(simulationRecipe, edits);
  }

  /// Rejects edits that are impossible in the environment of a recording, before anything runs.
  ///
  /// @throws Problem naming the first impossible edit
  public static void check(SimulationRecipe simulationRecipe, Edits edits) {
    edits.check(simulationRecipe.factory().shape(), ContinuationPlan.of(simulationRecipe).ticks());
  }

  private Continuation(Continuation of, Optional<ManualDriver> driver, Consumer<Summary> check) {
    this.simulationRecipe = of.simulationRecipe;
    this.at = of.at;
    this.edits = of.edits;
    this.policies = of.policies;
    this.startingPoint = of.startingPoint;
    this.manifestKeys = of.manifestKeys;
    this.out = of.out;
    this.driver = driver;
    this.check = check;
  }

  /// The same with a manual driver.
  public Continuation by(ManualDriver someone) {
    return new Continuation(this, Optional.of(someone), check);
  }

  /// The same, whose result is checked before it gets its name: if the check throws a [Problem], no
  /// file is left, and one that was there stays as it was.
  public Continuation checkedBy(Consumer<Summary> someCheck) {
    return new Continuation(this, driver, someCheck);
  }

  @Override
  public RecordingReport run(Progress progress, Cancellation cancellation) {
    ContinuationPlan continuationPlan = ContinuationPlan.of(simulationRecipe);
    Rollout rollout = simulationRecipe.rollout();
    EnvironmentShape shape = simulationRecipe.factory().shape();
    long begin = System.nanoTime();
    Environment environment = startingPoint.environment(at, progress, cancellation);
    checkSeam(environment);
    try (BranchPolicies policies = policies(cancellation)) {
      boolean thinks = rollout.channel("logits").isPresent() || !edits.checkpoints().isEmpty();
      RecordedColumns columns =
          new RecordedColumns(
              asRecorded(shape, rollout),
              thinks ? new PolicyOutput(shape).width : 0,
              policies.taps(rollout),
              new EpisodeEnds(rollout).isRecorded()
                  ? RecordedColumns.EndColumns.REASONS
                  : RecordedColumns.EndColumns.TERMINALS);
      Optional<Channel> versions = rollout.channel(ActingUpdate.COLUMN);
      if (versions.isPresent()) {
        columns.addPolicyUpdate();
      }
      List<Column> all = columns.all();
      BranchPrefix branchPrefix = new BranchPrefix(rollout, columns);
      try (RolloutWriter writer =
          RolloutWriter.create(out, manifest(rollout, all, manifestKeys), all)) {
        fixed(rollout).forEach(writer::fixed);
        TickRecorder recorder =
            new TickRecorder(
                environment,
                thinks ? Optional.of(policies) : Optional.empty(),
                new ActionSelector(continuationPlan.selection(), shape, rollout.manifest().seed()),
                columns,
                writer,
                chain(rollout),
                tick -> versions.map(column -> policyUpdate(column, tick)).orElseThrow());
        for (int tick = 0; tick < at; tick++) {
          cancellation.throwIfCancelled();
          branchPrefix.copy(tick, writer);
          branchPrefix.count(tick, recorder);
          progress.report(tick + 1L, continuationPlan.ticks(), "ticks");
        }
        driver.ifPresent(wheel -> wheel.looking(writer.live()));
        record(recorder, continuationPlan, progress, cancellation);
        double seconds = (System.nanoTime() - begin) / 1e9;
        Map<String, Double> totals = new LinkedHashMap<>(recorder.counted());
        totals.putAll(environment.totals());
        writer.finish(Summary.of(environment.trialScores(), totals, seconds), check);
        return RecordingReport.of(out, writer.ticks(), shape.agents(), environment, seconds);
      }
    }
  }

  /// Where the copied ticks meet the simulated ones, agents must observe what they observed in the
  /// recording: otherwise the branch would join two different episodes. An inherited edit of that
  /// tick changes what is recorded there, so nothing is compared then.
  ///
  /// @throws Problem naming the agent and the first number that differs, by its path
  private void checkSeam(Environment environment) {
    Rollout rollout = simulationRecipe.rollout();
    Optional<AgentColumn> recorded = AgentColumn.observation(rollout);
    boolean edited = simulationRecipe.edits().all().stream().anyMatch(edit -> edit.tick() == at);
    ObservationLayout layout = environment.shape().observation();
    if (recorded.isEmpty()
        || recorded.get().width() != layout.size()
        || edited
        || at >= rollout.ticks()) {
      return;
    }
    float[] before = new float[environment.buffer().observation.length];
    recorded.get().read(at, before);
    int size = layout.size();
    for (int agent = 0; agent < environment.shape().agents(); agent++) {
      ObservationMatch match =
          ObservationMatch.of(
              layout,
              Arrays.copyOfRange(before, agent * size, (agent + 1) * size),
              Arrays.copyOfRange(
                  environment.buffer().observation, agent * size, (agent + 1) * size));
      if (!(match instanceof ObservationMatch.Same)) {
        throw new Problem(
            wording("Continuation.the_branch_does_not_continue_it", at, agent, match.words()),
            rollout.file().toString(),
            wording("Continuation.see_replay_for_what_differs"));
      }
    }
  }

  private void record(
      TickRecorder recorder,
      ContinuationPlan continuationPlan,
      Progress progress,
      Cancellation cancellation) {
    boolean ended = false;
    for (int tick = at; tick < continuationPlan.ticks() && !ended; tick++) {
      cancellation.throwIfCancelled();
      Edits now = edits;
      if (driver.isPresent()) {
        Optional<Edit> turned = driver.get().at(tick, cancellation);
        if (turned.isEmpty()) {
          break;
        }
        now = edits.and(List.of(turned.get()));
      }
      ended =
          recorder.tick(tick, now)
              && continuationPlan.until() == RecordingRequest.Until.EPISODE_END;
      progress.report(tick + 1L, continuationPlan.ticks(), "ticks");
    }
    recorder.writeLastRows();
  }

  /// The version of the recorded run that acts: the recorded one, beyond the recording that of its
  /// manifest. Another checkpoint that took over is none of them.
  private int policyUpdate(Channel recorded, int tick) {
    Rollout rollout = simulationRecipe.rollout();
    if (edits.checkpoints().stream().anyMatch(change -> change.tick() <= tick)) {
      return ActingUpdate.UNKNOWN;
    }
    return tick < rollout.ticks()
        ? (int) recorded.integer(tick, 0)
        : ActingUpdate.named(rollout.manifest().policy().extra()).orElse(ActingUpdate.UNKNOWN);
  }

  /// The shape without figures where an older recording lacks some.
  private static EnvironmentShape asRecorded(EnvironmentShape shape, Rollout rollout) {
    boolean all =
        shape.figures().stream().allMatch(figure -> rollout.channel(figure.column()).isPresent());
    return all ? shape : shape.with(List.of());
  }

  private StateHashChain chain(Rollout rollout) {
    return at == 0
        ? new StateHashChain()
        : StateHashChain.after(rollout.channel("state_hash").orElseThrow().integer(at - 1, 0));
  }

  private static List<FixedArray> fixed(Rollout rollout) {
    return rollout.manifest().fixed().stream()
        .map(spec -> new FixedArray(spec, rollout.fixed(spec.name()).orElseThrow()))
        .toList();
  }

  /// Opens the policy that acts at the tick, with its memory, and those that take over later.
  private BranchPolicies policies(Cancellation cancellation) {
    EnvironmentShape shape = simulationRecipe.factory().shape();
    Optional<Edit.PolicyChange> before = simulationRecipe.edits().actingBefore(at);
    Optional<Policy> acting =
        before
            .map(policyChange -> policies.named(policyChange, simulationRecipe.rollout(), shape))
            .or(() -> policies.recorded(simulationRecipe.rollout(), shape));
    if (acting.isEmpty()) {
      refuseWithoutPolicy();
    }
    BranchPolicies branchPolicies =
        new BranchPolicies(acting, edits, simulationRecipe.rollout(), shape);
    try {
      acting.ifPresent(policy -> startingPoint.remember(at, policy, cancellation));
      for (Edit.PolicyChange policyChange : edits.checkpoints()) {
        if (policyChange.tick() >= at) {
          Policy later = policies.named(policyChange, simulationRecipe.rollout(), shape);
          branchPolicies.later(policyChange, later);
          new MemoryRecomputation(simulationRecipe.rollout(), shape)
              .replay(later, at, Edits.NONE, cancellation);
        }
      }
      return branchPolicies;
    } catch (Throwable e) {
      branchPolicies.close();
      throw e;
    }
  }

  /// A recording with policy outputs needs that policy to continue; one without has no memory to
  /// change.
  private void refuseWithoutPolicy() {
    if (simulationRecipe.rollout().channel("logits").isPresent()) {
      throw SimulationRecipe.cannot(
          simulationRecipe.rollout(),
          wording(
              "Continuation.the_policy_is_not_known_here",
              simulationRecipe.rollout().manifest().policy().id()));
    }
    for (Edit edit : edits.all()) {
      if (edit instanceof Edit.Wipe || edit instanceof Edit.Slot || edit instanceof Edit.Ablate) {
        throw new Problem(
            wording("Continuation.no_policy_acts_in_it_so"),
            wording("Continuation.tick", edit.tick()),
            wording("Continuation.change_an_action_or_a_pose"));
      }
    }
  }

  /// The manifest of a branch: that of its origin, with the branch's own entries.
  ///
  /// @param columns of the branch
  /// @param keys further entries
  private Manifest manifest(Rollout origin, List<Column> columns, Map<String, JsonNode> keys) {
    Manifest from = origin.manifest();
    Map<String, JsonNode> extra = new HashMap<>(from.extra());
    extra.putAll(keys);
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        from.producer(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        from.environment(),
        from.policy()
            .withPaths(path ->
                RelativePath.find(origin.file(), path)
                    .flatMap(file -> RelativePath.from(out, file))
                    .orElse(path)),
        from.seed(),
        from.agents(),
        from.tickSeconds(),
        from.trials(),
        RolloutWriter.chunkTicks(columns),
        from.observation(),
        columns.stream().map(Column::spec).toList(),
        from.fixed(),
        extra);
  }

  /// The policies of a branch: one that acts, and others that take over later. Until then these
  /// observe every tick, so that their memory is as if they had acted. One owner thread.
  private static final class BranchPolicies implements TickRecorder.TickPolicy, AutoCloseable {
    private final Edits edits;
    private final AblationSchedule ablationSchedule;
    private final int agents;
    private final PolicyOutput unused;
    private final List<LaterPolicy> waiting = new ArrayList<>();
    private Optional<Policy> acting;

    private record LaterPolicy(int from, Policy policy) {}

    /// @param acting acts before any other takes over; closed with this
    /// @param rollout the earlier ticks
    BranchPolicies(Optional<Policy> acting, Edits edits, Rollout rollout, EnvironmentShape shape) {
      this.ablationSchedule = new AblationSchedule(edits, rollout);
      this.acting = acting;
      this.edits = edits;
      this.agents = shape.agents();
      this.unused = new PolicyOutput(shape);
    }

    /// Adds a policy that takes over at a tick and has observed all earlier ones; closed with this.
    void later(Edit.PolicyChange policyChange, Policy policy) {
      waiting.add(new LaterPolicy(policyChange.tick(), policy));
    }

    @Override
    public void think(int tick, StepBuffer seen, PolicyOutput output) {
      for (int i = 0; i < waiting.size(); i++) {
        if (waiting.get(i).from() == tick) {
          acting.ifPresent(Policy::close);
          acting = Optional.of(waiting.remove(i--).policy());
        }
      }
      for (LaterPolicy one : waiting) {
        one.policy().act(seen, unused);
      }
      if (acting.isPresent()) {
        edits.memory(tick, acting.get(), agents);
        ablationSchedule.put(tick, acting.get(), seen);
        acting.get().act(seen, output);
      } else {
        Arrays.fill(output.value, Float.NaN);
      }
    }

    @Override
    public void value(StepBuffer last, PolicyOutput output) {
      if (acting.isPresent()) {
        acting.get().value(last, output);
      } else {
        Arrays.fill(output.value, Float.NaN);
      }
    }

    /// Intermediate results of the acting policy, as far as the original recording holds them too.
    List<Column> taps(Rollout rollout) {
      return acting.map(Policy::taps).orElse(List.of()).stream()
          .filter(column -> rollout.channel(column.spec().name()).isPresent())
          .toList();
    }

    @Override
    public void tap(Column column, ByteBuffer row) {
      int tap = acting.map(policy -> policy.taps().indexOf(column)).orElse(-1);
      if (tap >= 0) {
        acting.orElseThrow().tap(tap, row);
        return;
      }
      while (row.hasRemaining()) {
        row.putFloat(Float.NaN);
      }
    }

    @Override
    public void close() {
      acting.ifPresent(Policy::close);
      waiting.forEach(one -> one.policy().close());
    }
  }
}
