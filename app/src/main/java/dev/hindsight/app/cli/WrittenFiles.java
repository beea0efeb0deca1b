package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// Checks for every command alike, before it runs, that the files it is to write are not among
/// those it is to read, that no two results go into one file, and that no result replaces a file of
/// a training run.
final class WrittenFiles {
  /// The options that name what a command writes.
  static final Set<String> OPTIONS = Set.of("--out", "--csv", "--figure");

  /// An option that names what a command reads, and the option with which it writes there instead.
  private static final Map<String, String> WRITTEN_WITH = Map.of("--suite", "--worst");

  private WrittenFiles() {}

  /// Checks a command line that was understood.
  ///
  /// @throws Problem if a file would be lost
  static void check(ParseResult line) {
    List<Path> written = new ArrayList<>();
    List<Path> read = new ArrayList<>();
    List<Path> modules = new ArrayList<>();
    for (ArgSpec argument : line.matchedArgs()) {
      Object value = argument.getValue();
      boolean writes =
          argument instanceof OptionSpec option
              && Stream.of(option.names()).anyMatch(name -> writes(name, line));
      for (Path path : paths(value).toList()) {
        boolean folder = value instanceof Map && Files.isDirectory(path);
        (writes ? written : folder ? modules : read).add(path);
      }
    }
    refuseOneFileForTwo(written);
    written.stream().filter(Files::exists).forEach(file -> read.addAll(ofRuns(file)));
    written.forEach(file -> OutputFile.spares(file, read));
    // A setting's folder holds modules of Python, and often what is made with them.
    written.stream()
        .filter(file -> file.toString().endsWith(".py"))
        .forEach(file -> OutputFile.spares(file, modules));
    if (line.hasSubcommand()) {
      check(line.subcommand());
    }
  }

  private static boolean writes(String option, ParseResult line) {
    String with = WRITTEN_WITH.get(option);
    return OPTIONS.contains(option) || (with != null && line.hasMatchedOption(with));
  }

  private static void refuseOneFileForTwo(List<Path> written) {
    Set<String> taken = new HashSet<>();
    for (Path file : written) {
      if (!taken.add(identity(file))) {
        throw new Problem(
            wording("WrittenFiles.two_results_would_be_one_file"),
            file.toString(),
            wording("WrittenFiles.choose_another_name_for_one"));
      }
    }
  }

  /// The same text for two names of one file. Where the system tells capitals apart, two files
  /// whose names differ only in them are refused as well: one disk may, and the next may not.
  private static String identity(Path file) {
    Path whole = OutputFile.placeOrItself(file).toAbsolutePath().normalize();
    try {
      if (Files.exists(whole)) {
        whole = whole.toRealPath();
      } else if (whole.getParent() != null && Files.exists(whole.getParent())) {
        whole = whole.getParent().toRealPath().resolve(whole.getFileName());
      }
    } catch (IOException _) {
      // It cannot be reached, so it cannot be written either.
    }
    return whole.toString().toLowerCase(Locale.ROOT);
  }

  /// The ledger, and what the run keeps in whose folder a file lies: nothing can make them again.
  private static List<Path> ofRuns(Path file) {
    List<Path> files = new ArrayList<>();
    try {
      files.add(RunLedger.ofUser().file());
    } catch (Problem _) {
      // A user without a home folder has no ledger.
    }
    Path folder = OutputFile.placeOrItself(file).toAbsolutePath().normalize().getParent();
    for (int up = 0; up < 2 && folder != null; up++, folder = folder.getParent()) {
      RunFolder run = new RunFolder(folder);
      if (Files.exists(run.metrics())) {
        files.addAll(run.kept());
      }
    }
    return files;
  }

  /// The existing files that a value names: many options take a name or a file.
  private static Stream<Path> paths(@Nullable Object value) {
    return switch (value) {
      case Path path -> Stream.of(path);
      case Optional<?> optional -> optional.stream().flatMap(WrittenFiles::paths);
      case Collection<?> all -> all.stream().flatMap(WrittenFiles::paths);
      case Map<?, ?> map -> map.values().stream().flatMap(WrittenFiles::paths);
      case String text -> NamedFile.existing(text).stream();
      case null, default -> Stream.empty();
    };
  }
}
