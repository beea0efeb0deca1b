package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.foreign.TensorTable;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.policy.TensorSummary;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight tensors`: the tensors of a file, without knowing any network.
@Command(name = "tensors")
public final class TensorsCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "TensorsCommand.file")
  private Path file;

  @Option(names = "--against", paramLabel = "FILE", descriptionKey = "TensorsCommand.against")
  private Optional<Path> against = Optional.empty();

  /// @param largestDifference from the tensor of that name in the other file
  /// @param relativeDifference norm of the difference by the norm of this tensor
  private record TensorJson(
      String name,
      int[] shape,
      int count,
      int nonFinite,
      double norm,
      double mean,
      double deviation,
      double least,
      double most,
      int[] histogram,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> largestDifference,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> relativeDifference) {}

  /// @param missing tensors only in the other file
  /// @param added tensors only in this file
  /// @param otherShape tensors in both, with different shapes
  private record TensorsJson(
      String file,
      List<TensorJson> tensors,
      List<String> missing,
      List<String> added,
      List<String> otherShape) {}

  @Override
  public Integer call() {
    TensorTable table = TensorTable.read(file, against);
    StringBuilder words = new StringBuilder();
    table.rows().forEach(row -> words.append(line(row.summary(), row.difference())));
    List<String> added = table.names(TensorTable.Pairing.ADDED);
    List<String> otherShape = table.names(TensorTable.Pairing.OTHER_SHAPE);
    String head =
        wording("TensorsCommand.tensors_with_numbers", file, table.rows().size(), table.numbers());
    if (against.isPresent()) {
      words.append(
          listed(table.missing(), names -> wording("TensorsCommand.only_in_the_other", names)));
      words.append(listed(added, names -> wording("TensorsCommand.only_here", names)));
      words.append(listed(otherShape, names -> wording("TensorsCommand.of_another_shape", names)));
    }
    console()
        .result(
            format(),
            new TensorsJson(
                file.toString(),
                table.rows().stream().map(TensorsCommand::json).toList(),
                table.missing(),
                added,
                otherShape),
            head + words);
    return OK;
  }

  private static TensorJson json(TensorTable.Row row) {
    TensorSummary summary = row.summary();
    Optional<TensorSummary.Difference> difference = row.difference();
    return new TensorJson(
        summary.name(),
        summary.shape(),
        summary.count(),
        summary.nonFinite(),
        summary.norm(),
        summary.mean(),
        summary.deviation(),
        summary.least(),
        summary.most(),
        summary.histogram(),
        difference.map(TensorSummary.Difference::largest),
        difference.map(TensorSummary.Difference::relative));
  }

  /// A line with some names; nothing if there are none.
  private static String listed(List<String> names, UnaryOperator<String> line) {
    return names.isEmpty() ? "" : "\n  " + line.apply(String.join(", ", names));
  }

  private static String line(TensorSummary summary, Optional<TensorSummary.Difference> difference) {
    String line =
        wording(
            "TensorsCommand.tensor",
            summary.name(),
            Arrays.toString(summary.shape()),
            number(summary.norm()),
            number(summary.mean()),
            number(summary.deviation()),
            number(summary.least()),
            number(summary.most()),
            summary.bars());
    String flaw =
        summary.nonFinite() == 0 ? "" : wording("TensorsCommand.not_finite", summary.nonFinite());
    return line
        + flaw
        + difference
            .map(found ->
                wording(
                    "TensorsCommand.differs_by", number(found.largest()), number(found.relative())))
            .orElse("");
  }

  private static String number(double value) {
    return Double.isNaN(value) ? NumberWords.NONE : NumberWords.significant(value, 3);
  }
}
