package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.study.Interval;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// Runs that a comparison shows as one curve: one run, or several that differ only in their seed.
/// Immutable.
///
/// @param name what distinguishes it from the other groups of the comparison
/// @param runs at least one
record RunGroup(String name, List<Measured> runs) {
  /// Settings in a name; with more differences, the names of the runs are shorter.
  private static final int MOST_IN_NAME = 2;

  private static final String SEED = "seed";

  /// What differs between runs without being a reason for another name.
  private static final Set<String> UNNAMED = Set.of("preset", "code", "device");

  /// Copies the list.
  RunGroup {
    runs = List.copyOf(runs);
  }

  /// A run and the reports of its updates.
  ///
  /// @param name the user's name for it, or its id
  record Measured(RunRecord record, String name, List<UpdateReport> reports) {
    /// Copies the list.
    Measured {
      reports = List.copyOf(reports);
    }

    /// Reads a run's files: on a background thread.
    static Measured of(RunRecord record) {
      RunFolder folder = RunFolder.of(record);
      String given = RunLabel.of(folder).name();
      return new Measured(
          record, given.isEmpty() ? record.id().text() : given, MetricsLog.read(folder.metrics()));
    }

    Map<String, String> settings() {
      return RunGroup.settings(record);
    }

    /// What runs of one group have in common: files by their content, too.
    private Map<String, String> common() {
      Map<String, String> all = settings();
      all.keySet().removeAll(Set.of(SEED, "preset"));
      all.put("parent", record.start().parentSha256());
      all.put("co-player files", record.start().coPlayerSha256());
      return all;
    }
  }

  /// Everything that the user could have set otherwise, by name, and the code that trained.
  static Map<String, String> settings(RunRecord record) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("environment", record.start().environment());
    all.put("preset", record.start().preset());
    all.put("algorithm", record.start().algorithm());
    all.put("maps", String.join(", ", record.start().scenarios()));
    all.put(SEED, Long.toString(record.start().seed()));
    all.put("device", record.start().device().name().toLowerCase(Locale.ROOT));
    all.put("code", record.start().codeVersion());
    all.put("parent", record.start().parent());
    all.put("co-player", record.start().coPlayer());
    all.putAll(record.start().effective());
    TrainingState.SettingChange.of(record)
        .forEach(change ->
            all.merge(
                change.name(),
                wording("RunGroup.after_update", change.value(), change.update()),
                (before, now) -> before + ", " + now));
    return all;
  }

  /// How runs become groups.
  enum Grouping {
    /// Every run is a group.
    APART,
    /// Runs that differ only in their seed are one group.
    BY_SETTINGS
  }

  /// The groups of runs, in the order of their first runs.
  static List<RunGroup> of(List<Measured> runs, Grouping grouping) {
    if (grouping == Grouping.APART) {
      List<String> names = distinct(runs.stream().map(Measured::name).toList(), runs);
      List<RunGroup> apart = new ArrayList<>();
      for (int i = 0; i < runs.size(); i++) {
        apart.add(new RunGroup(names.get(i), List.of(runs.get(i))));
      }
      return apart;
    }
    Map<Map<String, String>, List<Measured>> bySettings =
        runs.stream()
            .collect(
                Collectors.groupingBy(Measured::common, LinkedHashMap::new, Collectors.toList()));
    List<List<Measured>> groups = List.copyOf(bySettings.values());
    List<Measured> first = groups.stream().map(List::getFirst).toList();
    List<String> names = distinct(first.stream().map(run -> named(run, first)).toList(), first);
    List<RunGroup> all = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      all.add(new RunGroup(names.get(i), groups.get(i)));
    }
    return all;
  }

  /// Names that are all different: a name that several would have is followed by the run's id.
  private static List<String> distinct(List<String> names, List<Measured> runs) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      boolean once = names.stream().filter(name::equals).count() == 1;
      all.add(once ? name : name + " (" + runs.get(i).record().id().text() + ")");
    }
    return all;
  }

  /// The settings that distinguish a run from others, without the names of what they belong to.
  private static String named(Measured run, List<Measured> others) {
    List<String> differing =
        differing(others.stream().map(Measured::settings).toList()).stream()
            .filter(name -> !name.equals(SEED) && !UNNAMED.contains(name))
            .toList();
    if (differing.isEmpty() || differing.size() > MOST_IN_NAME) {
      return run.name();
    }
    Map<String, String> settings = run.settings();
    return differing.stream()
        .map(name -> name.substring(name.indexOf('.') + 1) + " " + settings.getOrDefault(name, "–"))
        .collect(Collectors.joining(", "));
  }

  /// The names of settings whose values are not the same everywhere.
  static List<String> differing(List<Map<String, String>> settings) {
    Set<String> names = new LinkedHashSet<>();
    settings.forEach(one -> names.addAll(one.keySet()));
    return names.stream()
        .filter(name -> {
          Set<String> values = new HashSet<>();
          settings.forEach(one -> values.add(one.getOrDefault(name, "–")));
          return values.size() > 1;
        })
        .toList();
  }

  /// How many runs the mean of a number is of, which have none, and where that mean ends before the
  /// longest of them; empty for one run.
  ///
  /// @param number NaN if an update has none
  Optional<String> remark(ToDoubleFunction<UpdateReport> number) {
    return remark(List.of(number));
  }

  private Optional<String> remark(List<ToDoubleFunction<UpdateReport>> numbers) {
    if (runs.size() == 1) {
      return Optional.empty();
    }
    List<MeanExtent> extents =
        numbers.stream().map(this::extent).filter(extent -> extent.runs() > 0).toList();
    if (extents.isEmpty()) {
      return Optional.of(wording("RunGroup.n", 0));
    }
    Set<String> lacking = new LinkedHashSet<>();
    extents.forEach(extent -> lacking.addAll(extent.lacking()));
    String counts = range(extents.stream().mapToLong(MeanExtent::runs));
    String ends = range(extents.stream().flatMapToLong(extent -> extent.early().stream()));
    String words =
        ends.isEmpty()
            ? wording("RunGroup.n", counts)
            : wording("RunGroup.n_to_update", counts, ends);
    return Optional.of(
        lacking.isEmpty()
            ? words
            : words + wording("RunGroup.without", String.join(", ", lacking)));
  }

  /// The least and the greatest of some numbers in words.
  private static String range(LongStream numbers) {
    LongSummaryStatistics all = numbers.summaryStatistics();
    if (all.getCount() == 0) {
      return "";
    }
    return all.getMin() == all.getMax()
        ? Long.toString(all.getMin())
        : wording("RunGroup.from_to", all.getMin(), all.getMax());
  }

  /// What a mean covers.
  ///
  /// @param runs how many have a value at all
  /// @param lacking the names of the others
  /// @param early the update at which it ends, if not all of the runs end there
  private record MeanExtent(int runs, List<String> lacking, OptionalLong early) {}

  private MeanExtent extent(ToDoubleFunction<UpdateReport> number) {
    List<String> lacking = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    for (Measured run : runs) {
      run.reports().stream()
          .filter(report -> Double.isFinite(number.applyAsDouble(report)))
          .mapToLong(UpdateReport::update)
          .max()
          .ifPresentOrElse(ends::add, () -> lacking.add(run.name()));
    }
    LongSummaryStatistics all = ends.stream().mapToLong(end -> end).summaryStatistics();
    return new MeanExtent(
        ends.size(),
        lacking,
        all.getMin() < all.getMax() ? OptionalLong.of(all.getMin()) : OptionalLong.empty());
  }

  /// The group's name and what the means of all these numbers cover.
  String title(List<ToDoubleFunction<UpdateReport>> numbers) {
    return remark(numbers).map(words -> name + " (" + words + ")").orElse(name);
  }

  /// The curve of a number: that of the run, or the mean over the runs with the interval of
  /// Student's t. Runs without any value are left out, as [#remark] says. The mean ends where the
  /// first of the others has no more values: beyond that, a change could be that of the runs which
  /// are left. Updates in which one of them has no value are left out.
  ///
  /// @param number NaN if an update has none
  /// @param range possible values
  ChartCurve curve(ToDoubleFunction<UpdateReport> number, Interval.Range range) {
    RunClock clock = new RunClock();
    ChartCurve curve = new ChartCurve(name, clock);
    if (runs.size() == 1) {
      for (UpdateReport report : runs.getFirst().reports()) {
        int row = clock.add(report);
        double value = number.applyAsDouble(report);
        if (Double.isFinite(value)) {
          curve.add(row, value);
        }
      }
      return curve;
    }
    List<Map<Long, Point>> points =
        runs.stream().map(run -> points(run, number)).filter(all -> !all.isEmpty()).toList();
    if (points.isEmpty()) {
      return curve;
    }
    for (long update : points.getFirst().keySet()) {
      List<Point> here =
          points.stream()
              .filter(run -> run.containsKey(update))
              .map(run -> run.getOrDefault(update, Point.NONE))
              .toList();
      if (here.size() < points.size()) {
        continue;
      }
      Interval interval = Interval.ofRuns(here.stream().mapToDouble(Point::value).toArray(), range);
      int row =
          clock.add(
              (double) update,
              here.stream().mapToDouble(Point::steps).average().orElseThrow(),
              here.stream().mapToDouble(Point::seconds).average().orElseThrow());
      curve.add(row, interval.mean(), interval.low(), interval.high());
    }
    return curve;
  }

  /// The numbers of a run by update.
  private static Map<Long, Point> points(Measured run, ToDoubleFunction<UpdateReport> number) {
    Map<Long, Point> points = new TreeMap<>();
    RunClock clock = new RunClock();
    for (UpdateReport report : run.reports()) {
      int row = clock.add(report);
      double value = number.applyAsDouble(report);
      if (Double.isFinite(value)) {
        points.put(
            report.update(),
            new Point(value, clock.at(ChartAxis.AGENT_STEPS, row), clock.at(ChartAxis.TIME, row)));
      }
    }
    return points;
  }

  /// A number of a run, and how far the run was.
  private record Point(double value, double steps, double seconds) {
    static final Point NONE = new Point(Double.NaN, Double.NaN, Double.NaN);
  }
}
