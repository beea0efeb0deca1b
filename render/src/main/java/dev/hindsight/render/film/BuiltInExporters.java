package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.trainer.Problem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The list of exporters.
public final class BuiltInExporters {
  private BuiltInExporters() {}

  /// All exporters that work on this machine, in menu order.
  public static List<Exporter> all() {
    String searchPath = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(
            Stream.of(new Mp4Exporter(), new GifExporter(), new PngExporter()),
            X264Exporter.on(searchPath).stream())
        .toList();
  }

  /// The exporter with an id.
  ///
  /// @throws Problem listing the known ids
  public static Exporter named(String id) {
    return all().stream()
        .filter(exporter -> exporter.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("BuiltInExporters.there_is_no_such_export_format"),
                id,
                wording(
                    "BuiltInExporters.choose_one_of",
                    all().stream().map(Exporter::id).collect(Collectors.joining(", ")))));
  }
}
