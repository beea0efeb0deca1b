package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.GroupManifest;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.ActingUpdate;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.StateHashChain;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Records an environment with a policy as a rollout: row t is the world before the action of tick
/// t, that action, and its results. One owner thread; nothing is allocated per tick.
///
/// A recording that fails or is cancelled leaves no file, unless what simulates the world failed:
/// then the file holds the ticks before.
public final class RolloutRecorder implements Job<RecordingReport> {
  private final RecordingRequest request;
  private final Optional<Consumer<Rollout>> follower;

  /// Does nothing before [#run].
  public RolloutRecorder(RecordingRequest request) {
    this.request = request;
    this.follower = Optional.empty();
  }

  /// As [#RolloutRecorder(RecordingRequest)], with a follower that reads the recording as it grows.
  ///
  /// @param follower gets the growing recording, on the recording thread and before the first tick;
  ///   the follower closes it. If the recording is not finished, its ticks stay readable, and it
  ///   never becomes [Rollout#complete]
  public RolloutRecorder(RecordingRequest request, Consumer<Rollout> follower) {
    this.request = request;
    this.follower = Optional.of(follower);
  }

  @Override
  public RecordingReport run(Progress progress, Cancellation cancellation) {
    Environment environment = request.factory().create(request.seed());
    EnvironmentShape shape = environment.shape();
    int width = new PolicyOutput(shape).width;
    RecordedColumns columns =
        new RecordedColumns(
            shape,
            request.actor().isPresent() ? width : 0,
            request.actor().map(actingPolicy -> actingPolicy.policy().taps()).orElse(List.of()));
    if (request.policyUpdate().isPresent()) {
      columns.addPolicyUpdate();
    }
    List<FixedArray> fixed = new ArrayList<>(environment.fixedArrays());
    request.scenario().map(EmbeddedScenario::array).ifPresent(fixed::add);

    try (RolloutWriter writer =
        RolloutWriter.create(request.out(), manifest(shape, columns.all(), fixed), columns.all())) {
      fixed.forEach(writer::fixed);
      follower.ifPresent(onlooker -> onlooker.accept(writer.live()));
      long begin = System.nanoTime();
      Map<String, Double> totals = new LinkedHashMap<>();
      Optional<Problem> stopped = Optional.empty();
      try {
        totals.putAll(record(environment, columns, writer, progress, cancellation));
      } catch (Problem problem) {
        boolean policyStopped =
            request.actor().filter(acting -> acting.policy().stopped()).isPresent();
        if (!(environment.stopped() || policyStopped) || writer.ticks() == 0) {
          throw problem;
        }
        stopped = Optional.of(problem);
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      totals.putAll(environment.totals());
      writer.finish(Summary.of(environment.trialScores(), totals, seconds));
      if (stopped.isPresent()) {
        throw cutShort(stopped.get(), writer.ticks());
      }
      return RecordingReport.of(
          request.out(), writer.ticks(), shape.agents(), environment, seconds);
    }
  }

  private Problem cutShort(Problem problem, int ticks) {
    return new Problem(
        problem.what() + wording("RolloutRecorder.what_was_recorded_stays", ticks, request.out()),
        problem.where(),
        problem.remedy(),
        problem);
  }

  /// @return the counters
  private Map<String, Double> record(
      Environment environment,
      RecordedColumns columns,
      RolloutWriter writer,
      Progress progress,
      Cancellation cancellation) {
    request.actor().ifPresent(actingPolicy -> actingPolicy.policy().begin(request.seed(), 0));
    TickRecorder recorder =
        new TickRecorder(
            environment,
            request.actor().map(actingPolicy -> new Alone(actingPolicy.policy())),
            new ActionSelector(request.selection(), environment.shape(), request.seed()),
            columns,
            writer,
            new StateHashChain(),
            request.policyUpdate().orElse(_ -> ActingUpdate.UNKNOWN));
    boolean ended = false;
    for (int tick = 0; tick < request.ticks() && !ended; tick++) {
      cancellation.throwIfCancelled();
      ended =
          recorder.tick(tick, Edits.NONE) && request.until() == RecordingRequest.Until.EPISODE_END;
      progress.report(tick + 1L, request.ticks(), "ticks");
    }
    recorder.writeLastRows();
    return recorder.counted();
  }

  /// One policy from the first tick to the last.
  private record Alone(Policy policy) implements TickRecorder.TickPolicy {
    @Override
    public void think(int tick, StepBuffer seen, PolicyOutput output) {
      policy.act(seen, output);
    }

    @Override
    public void value(StepBuffer last, PolicyOutput output) {
      policy.value(last, output);
    }

    @Override
    public void tap(Column column, ByteBuffer row) {
      policy.tap(policy.taps().indexOf(column), row);
    }
  }

  private Manifest manifest(EnvironmentShape shape, List<Column> columns, List<FixedArray> fixed) {
    Map<String, JsonNode> config = new LinkedHashMap<>(request.factory().effective().values());
    request.scenario().map(EmbeddedScenario::config).ifPresent(config::putAll);
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        "hindsight",
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        new Manifest.EnvironmentInfo(
            request.type().id(),
            config,
            request.type().codeVersion(),
            request.factory().manifestEntries()),
        request.policyInfo(),
        request.seed(),
        shape.agents(),
        shape.tickSeconds(),
        new Manifest.Trials(shape.trials(), shape.trialTimeoutTicks()),
        RolloutWriter.chunkTicks(columns),
        shape.observation(),
        columns.stream().map(Column::spec).toList(),
        fixed.stream().map(FixedArray::spec).toList(),
        extra(shape));
  }

  private Map<String, JsonNode> extra(EnvironmentShape shape) {
    Map<String, JsonNode> extra = new LinkedHashMap<>(ActionManifest.of(shape.actions()));
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("hindsight", CodeVersion.text());
    versions.put("java", Runtime.version().toString());
    versions.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    extra.putAll(DeclaredSetting.manifest(request.declared(), versions));
    extra.putAll(GroupManifest.of(shape));
    extra.putAll(request.repeats());
    if (shape.timeLimit()) {
      extra.put(FinalObservationRows.KEY, FinalObservationRows.declaration(shape.observation()));
    }
    // Beside the versions, not one of them: two processes of one version do not differ.
    String worker =
        wording("RolloutRecorder.process_code")
            .formatted(ProcessHandle.current().pid(), CodeVersion.text());
    extra.put("worker", TextNode.valueOf(worker));
    return extra;
  }
}
