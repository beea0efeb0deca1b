package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Measures how long all audits of a recording take, each once, as `hindsight audit all` runs them:
/// nothing is warm.
///
/// @param subject a recording with its checkpoint
public record AuditBench(AuditSubject subject) implements Job<AuditBench.Figures> {
  /// What was measured, in seconds.
  ///
  /// @param ticks of the recording
  /// @param agents in it
  /// @param seconds of all audits
  /// @param processorSeconds of the whole process meanwhile, all threads together
  /// @param audits seconds of each
  /// @param verdicts of each: an audit that did not run took no time
  public record Figures(
      int ticks,
      int agents,
      double seconds,
      double processorSeconds,
      Map<String, Double> audits,
      Map<String, String> verdicts)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      List<BenchFigure> figures = new ArrayList<>();
      figures.add(BenchFigure.context("ticks", "ticks", ticks));
      figures.add(BenchFigure.context("agents", "agents", agents));
      figures.add(BenchFigure.less("seconds", "s", seconds));
      figures.add(BenchFigure.less("processorSeconds", "s", processorSeconds));
      audits.forEach((id, took) -> figures.add(BenchFigure.context("audit." + id, "s", took)));
      return List.copyOf(figures);
    }
  }

  @Override
  public Figures run(Progress progress, Cancellation cancellation) {
    Map<String, Double> audits = new LinkedHashMap<>();
    Map<String, String> verdicts = new LinkedHashMap<>();
    Duration busy = processorTime();
    long begin = System.nanoTime();
    long[] last = {begin};
    List<AuditReport> _ =
        new AuditRun(
                subject,
                BuiltInAudits.ALL,
                report -> {
                  long now = System.nanoTime();
                  audits.put(report.audit(), (now - last[0]) * 1e-9);
                  verdicts.put(report.audit(), report.verdict().words());
                  last[0] = now;
                })
            .run(progress, cancellation);
    return new Figures(
        subject.rollout().ticks(),
        subject.rollout().manifest().agents(),
        (System.nanoTime() - begin) * 1e-9,
        processorTime().minus(busy).toNanos() * 1e-9,
        audits,
        verdicts);
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
