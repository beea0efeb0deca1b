package dev.hindsight.inspector.bench;

import dev.hindsight.inspector.audit.AuditFinding;
import dev.hindsight.inspector.audit.AuditReport;
import dev.hindsight.inspector.audit.AuditVerdict;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.rollout.foreign.InspectionSample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/// Plants defects in correct recordings, audits them, and compares the findings with the defects.
/// Ignores what an audit finds in the correct recording.
final class DefectBench {
  /// Causes stated as certain: naming a wrong one is worse than naming none.
  private static final Pattern CLAIMS =
      Pattern.compile(
          "another checkpoint|dropout|bfloat16|bf16|tf32|float16|wiped at truncations"
              + "|not wiped at terminals|limbo slots left open|positions counted|by slot|every tick"
              + "|tanh|closed diagonal|windowed|swapped|another seed|init_steps|rewound|ghost",
          Pattern.CASE_INSENSITIVE);

  /// Words that admit uncertainty.
  private static final Pattern MODEST =
      Pattern.compile(
          "not known|unknown|not know|none of|tried|may be|could be|perhaps|not explained",
          Pattern.CASE_INSENSITIVE);

  /// Runs only some of them: `-Dhindsight.bench.only=WORDS`.
  private static final Pattern ONLY =
      Pattern.compile(System.getProperty("hindsight.bench.only", ""));

  private final Path folder;
  private final Map<String, Path> files = new LinkedHashMap<>();
  private final Map<String, Set<String>> quiet = new LinkedHashMap<>();
  private int made;

  /// How a cause was named.
  enum Cause {
    RIGHT,
    NOT_EXPLAINED,
    WRONG
  }

  /// The result for one defect.
  ///
  /// @param by audits that failed
  /// @param tick the first one named; -1 if none was
  record Row(
      String title,
      String base,
      boolean planted,
      List<String> by,
      boolean withoutReplay,
      int tick,
      boolean tickRight,
      boolean agentRight,
      Cause cause,
      String said,
      String expected) {
    boolean found() {
      return !by.isEmpty();
    }
  }

  DefectBench(Path folder) {
    this.folder = folder;
  }

  /// All kinds of defects.
  static List<Defect> all() {
    return Stream.of(
            ColumnDefects.all(), SelectionDefects.all(), FileDefects.all(), NetworkDefects.all())
        .flatMap(List::stream)
        .toList();
  }

  /// A row for every defect in each of its recordings.
  ///
  /// @param step runs every how many-th; 1 for all
  List<Row> run(List<Defect> defects, int step) throws Exception {
    Path report = Files.createDirectories(Path.of("target")).resolve("planted-defects.txt");
    List<Row> rows = new ArrayList<>();
    int number = 0;
    for (Defect defect : defects) {
      int variant = 0;
      for (String base : defect.bases()) {
        if (number++ % step == 0 && ONLY.matcher(defect.title() + " " + base).find()) {
          rows.add(row(defect, base, variant, "defect-" + number));
          Files.writeString(report, table(rows));
        }
        variant++;
      }
    }
    return rows;
  }

  /// One defect in one of its recordings.
  Row one(String title, String base) throws Exception {
    Defect defect =
        all().stream().filter(each -> each.title().equals(title)).findFirst().orElseThrow();
    return row(defect, base, defect.bases().indexOf(base), "defect-" + ++made);
  }

  private Row row(Defect defect, String base, int variant, String name) throws Exception {
    Path right;
    try {
      right = base(base);
    } catch (TestAbortedException noPython) {
      return unplanted(defect, base, "skipped: " + noPython.getMessage());
    }
    Path place = Files.createDirectories(folder.resolve(base));
    PlantingContext plantingContext =
        new PlantingContext(
            BaseRecordings.ALL.getOrDefault(base, RecordingSpec.of("inspection")),
            right,
            AlteredFile.read(right),
            new Random(31L * variant + defect.title().hashCode()),
            new BenchRecorder(place),
            name);
    Optional<ExpectedFinding> planted = defect.planter().plant(plantingContext);
    if (planted.isEmpty()) {
      return unplanted(defect, base, "no place for it");
    }
    ExpectedFinding expectedFinding = planted.get();
    List<AuditReport> reports;
    try {
      reports = AuditAllResult.of(expectedFinding.file()).reports();
    } catch (Problem refused) {
      // A file that fails to open has been detected, with a reason.
      boolean right2 = expectedFinding.cause().matcher(refused.getMessage()).find();
      return new Row(
          defect.title(),
          base,
          true,
          List.of("opening"),
          true,
          -1,
          true,
          true,
          right2 ? Cause.RIGHT : Cause.NOT_EXPLAINED,
          refused.getMessage(),
          words(expectedFinding));
    }
    Files.deleteIfExists(expectedFinding.file());
    return judged(defect, base, expectedFinding, reports);
  }

  private static Row unplanted(Defect defect, String base, String why) {
    return new Row(
        defect.title(),
        base,
        false,
        List.of(),
        false,
        -1,
        false,
        false,
        Cause.NOT_EXPLAINED,
        why,
        "");
  }

  private Row judged(
      Defect defect, String base, ExpectedFinding expectedFinding, List<AuditReport> reports) {
    List<AuditReport> failed =
        reports.stream()
            .filter(each -> each.verdict() == AuditVerdict.FAILED)
            .map(each -> fresh(base, each))
            .flatMap(Optional::stream)
            .toList();
    List<String> by = failed.stream().map(AuditReport::audit).toList();
    // Audits that need no simulator come first; replay only if no other finds it.
    List<AuditReport> speaking =
        failed.stream().filter(each -> !each.audit().equals("replay")).toList();
    boolean withoutReplay = !speaking.isEmpty();
    List<AuditFinding> findings =
        (withoutReplay ? speaking : failed)
            .stream()
                .flatMap(each -> each.findings().stream())
                .sorted(Comparator.comparingInt(AuditFinding::tick))
                .toList();
    int tick = findings.isEmpty() ? -1 : findings.getFirst().tick();
    boolean whole = expectedFinding.to() == Integer.MAX_VALUE;
    boolean tickRight =
        !by.isEmpty()
            && (whole || (tick >= expectedFinding.from() && tick <= expectedFinding.to()));
    List<AuditFinding> first =
        findings.stream()
            .filter(each -> each.tick() <= Math.max(tick, expectedFinding.to()))
            .toList();
    boolean agentRight =
        expectedFinding.agent() == ExpectedFinding.ANY
            || first.stream().anyMatch(each -> each.agent() == expectedFinding.agent());
    return new Row(
        defect.title(),
        base,
        true,
        by,
        withoutReplay,
        tick,
        tickRight,
        agentRight,
        cause(expectedFinding, failed, first),
        said(failed, first),
        words(expectedFinding));
  }

  private static Cause cause(
      ExpectedFinding expectedFinding, List<AuditReport> failed, List<AuditFinding> first) {
    List<String> said =
        Stream.concat(
                first.stream().map(each -> each.dimension() + ": " + each.cause()),
                failed.stream()
                    .filter(each -> each.findings().isEmpty() || failed.size() == 1)
                    .map(AuditReport::sentence))
            .toList();
    if (said.stream().anyMatch(each -> expectedFinding.cause().matcher(each).find())) {
      return Cause.RIGHT;
    }
    boolean wrong =
        said.stream().anyMatch(each -> CLAIMS.matcher(each).find() && !MODEST.matcher(each).find());
    return wrong ? Cause.WRONG : Cause.NOT_EXPLAINED;
  }

  private static String said(List<AuditReport> failed, List<AuditFinding> first) {
    return first.isEmpty()
        ? failed.stream().map(AuditReport::sentence).collect(Collectors.joining(" / "))
        : first.stream()
            .limit(4)
            .map(each ->
                each.tick() + " a" + each.agent() + " " + each.dimension() + ": " + each.cause())
            .collect(Collectors.joining(" / "));
  }

  private static String words(ExpectedFinding expectedFinding) {
    String tick =
        expectedFinding.to() == Integer.MAX_VALUE
            ? "anywhere"
            : expectedFinding.from() == expectedFinding.to()
                ? String.valueOf(expectedFinding.from())
                : expectedFinding.from() + " to " + expectedFinding.to();
    return tick
        + (expectedFinding.agent() == ExpectedFinding.ANY ? "" : " a" + expectedFinding.agent());
  }

  /// A finding of an audit that it does not have in the correct recording.
  private Optional<AuditReport> fresh(String base, AuditReport report) {
    Set<String> known = quiet.getOrDefault(base, Set.of());
    List<AuditFinding> left =
        report.findings().stream().filter(each -> !known.contains(key(report, each))).toList();
    boolean said = known.contains(report.audit() + report.sentence());
    return said || (left.isEmpty() && !report.findings().isEmpty())
        ? Optional.empty()
        : Optional.of(
            new AuditReport(
                report.audit(),
                report.verdict(),
                report.sentence(),
                report.coverage(),
                left,
                report.remarks()));
  }

  private static String key(AuditReport report, AuditFinding finding) {
    return report.audit() + finding.tick() + " " + finding.agent() + finding.cause();
  }

  /// The correct recording with a name, made and audited once.
  private Path base(String name) throws Exception {
    Path known = files.get(name);
    if (known != null) {
      return known;
    }
    Path place = Files.createDirectories(folder.resolve(name));
    Path file =
        name.equals("inspected")
            ? inspected(place)
            : new BenchRecorder(place)
                .record(Optional.ofNullable(BaseRecordings.ALL.get(name)).orElseThrow(), "right");
    Set<String> said = new HashSet<>();
    for (AuditReport report : AuditAllResult.of(file).alarms()) {
      said.add(report.audit() + report.sentence());
      report.findings().forEach(each -> said.add(key(report, each)));
    }
    files.put(name, file);
    quiet.put(name, said);
    return file;
  }

  /// A folder of the inspection script, converted to a recording.
  private static Path inspected(Path place) throws Exception {
    Path cache = place.resolve("cache");
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(cache)) {
      Path source = InspectionSample.write(place.resolve("source"), "length=9", "poses=1");
      dev.hindsight.trainer.rollout.foreign.RecordingOpener.open(source).close();
    }
    try (Stream<Path> all = Files.walk(cache)) {
      Path made =
          all.filter(each -> each.toString().endsWith(".rollout")).findFirst().orElseThrow();
      return Files.copy(made, place.resolve("right.rollout"));
    }
  }

  /// A table's rows in numbers.
  record Sums(int planted, int found, int withoutReplay, int tickRight, int causeRight, int wrong) {
    static Sums of(List<Row> rows) {
      List<Row> planted = rows.stream().filter(Row::planted).toList();
      return new Sums(
          planted.size(),
          (int) planted.stream().filter(Row::found).count(),
          (int) planted.stream().filter(Row::withoutReplay).count(),
          (int) planted.stream().filter(Row::tickRight).count(),
          (int)
              planted.stream().filter(each -> each.found() && each.cause() == Cause.RIGHT).count(),
          (int) planted.stream().filter(each -> each.cause() == Cause.WRONG).count());
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d planted: found %d (%.1f %%), without replay %d (%.1f %%), first tick right %d (%.1f %% of"
              + " found), cause right %d (%.1f %% of found), wrong and certain %d",
          planted,
          found,
          100.0 * found / planted,
          withoutReplay,
          100.0 * withoutReplay / planted,
          tickRight,
          100.0 * tickRight / Math.max(1, found),
          causeRight,
          100.0 * causeRight / Math.max(1, found),
          wrong);
    }
  }

  /// The rows as a table, one line for each defect.
  static String table(List<Row> rows) {
    StringBuilder text = new StringBuilder();
    for (Row row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-52s %-14s %-26s %-5s %-6s %-6s %-13s | exp %s | %s%n",
              row.title(),
              row.base(),
              !row.planted() ? "NOT PLANTED" : row.found() ? String.join(",", row.by()) : "MISSED",
              row.withoutReplay() ? "cols" : "",
              row.tickRight() ? "tick" : "TICK" + row.tick(),
              row.agentRight() ? "agent" : "AGENT",
              row.cause(),
              row.expected(),
              row.said().length() > 240 ? row.said().substring(0, 240) : row.said()));
    }
    return text.append(Sums.of(rows)).append(System.lineSeparator()).toString();
  }
}
