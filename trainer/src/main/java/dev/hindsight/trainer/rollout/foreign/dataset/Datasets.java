package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.CacheCleanup;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Summary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Files of episodes as recordings. `FILE` is all episodes one after the other, `FILE#3` is episode
/// 3 alone, counted from 0 in the order of the file. Blocks: for a background thread.
public final class Datasets {
  /// Increased when the same file gives another recording.
  private static final int VERSION = 13;

  /// Where the data are in the folder of a Minari dataset, and in that folder's `data`.
  private static final List<String> MINARI_DATA = List.of(MinariFolder.DATA, "main_data.hdf5");

  private static final Pattern ONE = Pattern.compile("(.+\\.(?:hdf5|h5|npz|npy))#(\\d{1,9})");

  private Datasets() {}

  /// An episode in a table.
  ///
  /// @param number from 0, in the order of the file
  /// @param name as the file has it
  /// @param earned sum of the rewards of all agents; NaN if the file holds none
  /// @param terminated whether it ended for good
  /// @param truncated whether a limit cut it off; neither: the file does not tell
  public record EpisodeRow(
      int number, String name, int steps, double earned, boolean terminated, boolean truncated) {}

  /// The episodes of a file.
  ///
  /// @param form what kind of file it is, in words
  /// @param leftOut arrays that hold no numbers of a fixed size
  /// @param notes what a reader must know of how the arrays were taken, a sentence each
  public record EpisodeTable(
      String form,
      String environment,
      List<EpisodeRow> rows,
      List<String> leftOut,
      List<String> notes) {
    /// Copies the lists.
    public EpisodeTable {
      notes = List.copyOf(notes);
      rows = List.copyOf(rows);
      leftOut = List.copyOf(leftOut);
    }
  }

  /// Whether a name is that of a dataset, or of one of its episodes; a folder as Minari writes it
  /// is a dataset too.
  public static boolean looksLike(Path file) {
    String name = String.valueOf(source(file).getFileName()).toLowerCase(Locale.ROOT);
    return (name.endsWith(".hdf5")
            || name.endsWith(".h5")
            || name.endsWith(".npz")
            || name.endsWith(".npy"))
        && Files.isRegularFile(source(file));
  }

  /// The file that holds an episode, or the data in the folder of a Minari dataset; the same path
  /// if it names neither.
  private static Path source(Path file) {
    Matcher one = ONE.matcher(file.toString());
    if (one.matches() && !Files.exists(file)) {
      return Path.of(one.group(1));
    }
    return MINARI_DATA.stream()
        .map(file::resolve)
        .filter(data -> Files.isDirectory(file) && Files.isRegularFile(data))
        .findFirst()
        .orElse(file);
  }

  private static Optional<Integer> episode(Path file) {
    Matcher one = ONE.matcher(file.toString());
    return one.matches() && !Files.exists(file)
        ? Optional.of(Integer.parseInt(one.group(2)))
        : Optional.empty();
  }

  /// The table of a file's episodes, or of the one that is named; reads all of them.
  ///
  /// @throws Problem if it is no dataset that Hindsight reads
  public static EpisodeTable table(Path file) {
    if (Files.exists(file) && !looksLike(file) && !Hdf5.signed(file)) {
      throw new Problem(
          wording("Datasets.this_is_no_dataset"),
          file.toString(),
          wording("Datasets.open_a_dataset"));
    }
    Optional<Integer> only = episode(file);
    try (EpisodeSource source = open(source(file))) {
      EpisodeTable all = table(source);
      if (only.filter(number -> number >= source.count()).isPresent()) {
        throw noEpisode(source, file);
      }
      List<EpisodeRow> rows =
          all.rows().stream().filter(row -> only.isEmpty() || only.get() == row.number()).toList();
      return new EpisodeTable(all.form(), all.environment(), rows, all.leftOut(), all.notes());
    }
  }

  private static Problem noEpisode(EpisodeSource source, Path file) {
    return new Problem(
        wording("Datasets.there_is_no_such_episode"),
        file.toString(),
        wording("Datasets.it_has_episodes", source.count()));
  }

  static EpisodeTable table(EpisodeSource source) {
    List<EpisodeRow> rows = new ArrayList<>();
    for (int each = 0; each < source.count(); each++) {
      EpisodeArrays episode = source.read(each);
      rows.add(
          new EpisodeRow(
              each,
              source.name(each),
              episode.steps(),
              episode.earned(),
              episode.terminated(),
              episode.truncated()));
    }
    return new EpisodeTable(
        source.form(), source.environment(), rows, source.leftOut(), source.notes());
  }

  private static EpisodeSource open(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (MappedArrays.takes(file)) {
      Map<String, NpyArray> arrays = MappedArrays.arrays(file);
      ArrayMapping mapping = ArrayMapping.of(file, arrays);
      EpisodeSource source =
          new FlatEpisodes(file, name.substring(name.length() - 3), arrays, mapping);
      mapping.note(file);
      return source;
    }
    Hdf5 hdf = Hdf5.open(file);
    try {
      return hdfEpisodes(hdf);
    } catch (Problem problem) {
      hdf.close();
      throw problem;
    }
  }

  private static EpisodeSource hdfEpisodes(Hdf5 hdf) {
    Optional<EpisodeSource> groups = Hdf5Episodes.of(hdf);
    if (groups.isPresent()) {
      return groups.get();
    }
    Map<String, NpyArray> arrays = hdf.arrays(hdf.root());
    boolean d4rl =
        arrays.containsKey("observations")
            && arrays.containsKey("rewards")
            && arrays.containsKey("terminals");
    if (d4rl) {
      ArrayMapping mapping = ArrayMapping.d4rl().without(arrays.keySet());
      Path file = hdf.file();
      hdf.close();
      return new FlatEpisodes(file, "D4RL", arrays, mapping);
    }
    throw new Problem(
        wording("Datasets.it_has_no_episodes", String.join(", ", hdf.members(hdf.root()).keySet())),
        hdf.file().toString(),
        wording("Datasets.write_minari"));
  }

  /// The recording that a dataset or one of its episodes becomes, in a folder of the cache;
  /// converted at the first request, and again when the file has changed.
  ///
  /// @throws Problem if it is none, or has no such episode
  public static Path converted(Path file, Path cache) {
    Path source = source(file);
    Path converted = place(source, episode(file), cache);
    if (!Files.isRegularFile(converted)) {
      try (EpisodeSource episodes = open(source)) {
        // Opening it may have noted its mapping beside it, by which it is found from now on.
        converted = place(source, episode(file), cache);
        if (!Files.isRegularFile(converted)) {
          Files.createDirectories(cache);
          try (AtomicFile fresh = AtomicFile.beside(converted)) {
            convert(episodes, source, episode(file), fresh.path());
            long _ = fresh.publish();
          }
        }
      } catch (IOException e) {
        throw new Problem(
            wording("Datasets.it_cannot_be_converted"),
            cache.toString(),
            wording("Datasets.free_disk_space_there"),
            e);
      }
    }
    CacheCleanup.keepFiles(cache, converted.getFileName().toString()::equals);
    return converted;
  }

  private static Path place(Path source, Optional<Integer> episode, Path cache) {
    return cache.resolve(key(source, episode) + ".rollout");
  }

  private static String key(Path file, Optional<Integer> episode) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      List<Object> parts = new ArrayList<>();
      parts.add(VERSION);
      parts.add(episode.map(Object::toString).orElse("all"));
      Optional<Path> beside =
          MappedArrays.takes(file)
              ? Optional.of(ArrayMapping.beside(file))
              : Hdf5Episodes.description(file);
      for (Path each : Stream.concat(Stream.of(file), beside.stream()).toList()) {
        if (Files.exists(each)) {
          parts.add(each.toRealPath());
          parts.add(Files.size(each));
          // What is beside it is small, and a mapping is written at the first reading: what it says
          // counts, not when.
          parts.add(
              each.equals(file)
                  ? Files.getLastModifiedTime(each).toMillis()
                  : new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1));
        }
      }
      digest.update(parts.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest()).substring(0, 32);
    } catch (IOException e) {
      throw new Problem(
          wording("Hdf5.it_cannot_be_read"),
          file.toString(),
          wording("Hdf5.check_that_it_is_there"),
          e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static void convert(
      EpisodeSource source, Path file, Optional<Integer> only, Path target) {
    if (source.count() == 0 || only.filter(number -> number >= source.count()).isPresent()) {
      throw noEpisode(source, Path.of(file + only.map(number -> "#" + number).orElse("")));
    }
    int first = only.orElse(0);
    int end = only.map(number -> number + 1).orElse(source.count());
    // Arrays without rows do not say their types.
    EpisodeArrays model =
        IntStream.range(first, end)
            .mapToObj(source::read)
            .filter(episode -> episode.steps() > 0)
            .findFirst()
            .orElseGet(() -> source.read(first));
    EpisodeColumns columns = new EpisodeColumns(file, model, source.observationNames());
    List<Column> all = new ArrayList<>(own(columns.agents(), columns.rewarded()));
    int begun = all.size();
    DatasetEvents events = new DatasetEvents(source, columns);
    columns.filled().forEach(each -> all.add(events.declared(each.column())));
    Manifest manifest = manifest(source, file, only, columns, all);
    Optional<FinalObservationRows> finals = FinalObservationRows.of(manifest);
    try (RolloutWriter writer = RolloutWriter.create(target, manifest, all)) {
      int tick = 0;
      for (int number = first; number < end; number++) {
        EpisodeArrays episode = source.read(number);
        columns.check(episode, source.name(number));
        float[] last = columns.last(episode);
        // If another follows in the file, it was over.
        boolean over = number + 1 < source.count() || episode.ended();
        int[] starts = episode.trialStarts();
        for (int step = 0; step < episode.steps(); step++) {
          own(writer, columns, episode, step, starts, number, over);
          for (int c = 0; c < columns.filled().size(); c++) {
            columns.write(columns.filled().get(c), episode, step, writer.row(begun + c));
          }
          if (step == episode.steps() - 1 && last.length > 0 && finals.isPresent()) {
            int width = last.length / columns.agents();
            for (int agent = 0; agent < columns.agents(); agent++) {
              writer.sparse(
                  FinalObservationRows.NAME, finals.get().row(tick, agent, last, agent * width));
            }
          }
          writer.endTick();
          tick++;
        }
      }
      Summary _ = writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
  }

  /// Columns that every dataset has: first the rewards, if there are any.
  static List<Column> own(int agents, boolean rewarded) {
    List<Column> own = new ArrayList<>();
    if (rewarded) {
      own.add(
          new Column(
              ChannelSpec.perTick("reward", Dtype.F4, "1", wording("Datasets.reward"), "agent"),
              List.of(agents)));
    }
    own.add(flag("terminal", wording("Datasets.terminal"), agents));
    own.add(flag("truncation", wording("Datasets.truncation"), agents));
    own.add(flag("trial_ended", wording("Datasets.trial_ended"), agents));
    own.add(
        new Column(
            ChannelSpec.perTick("trial", Dtype.I4, "1", wording("Datasets.trial")), List.of()));
    own.add(
        new Column(
            ChannelSpec.perTick("trial_tick", Dtype.I4, "1", wording("Datasets.trial_tick")),
            List.of()));
    own.add(
        new Column(
            ChannelSpec.perTick("dataset_episode", Dtype.I4, "1", wording("Datasets.episode")),
            List.of()));
    own.add(
        new Column(
            ChannelSpec.perTick("episode_seed", Dtype.I8, "1", wording("Datasets.seed")),
            List.of()));
    own.add(
        new Column(
            ChannelSpec.perTick(
                EpisodeEnds.COLUMN, Dtype.U1, "1", wording("Datasets.end"), "agent"),
            List.of(agents)));
    return own;
  }

  private static Column flag(String name, String doc, int agents) {
    return new Column(ChannelSpec.perTick(name, Dtype.BOOL, "1", doc, "agent"), List.of(agents));
  }

  /// Writes the row of the columns that every dataset has.
  ///
  /// @param starts the first step of every step's trial
  /// @param over whether the trial ended with the last step; otherwise the recording stopped there
  private static void own(
      RolloutWriter writer,
      EpisodeColumns columns,
      EpisodeArrays episode,
      int step,
      int[] starts,
      int number,
      boolean over) {
    int agents = episode.team();
    boolean last = step + 1 < starts.length ? starts[step + 1] == step + 1 : over;
    int first = columns.rewarded() ? 1 : 0;
    ByteBuffer terminal = writer.row(first);
    ByteBuffer truncation = writer.row(first + 1);
    ByteBuffer ended = writer.row(first + 2);
    ByteBuffer end = writer.row(first + 7);
    for (int agent = 0; agent < agents; agent++) {
      int at = step * agents + agent;
      episode.rewards().ifPresent(rewards -> writer.row(0).putFloat((float) rewards.value(at)));
      terminal.put((byte) (episode.terminations().value(at) != 0 ? 1 : 0));
      truncation.put((byte) (episode.truncations().value(at) != 0 ? 1 : 0));
      ended.put((byte) (last ? 1 : 0));
      end.put(episode.end(step, agent));
    }
    writer.row(first + 3).putInt(episode.trial(step));
    writer.row(first + 4).putInt(step - starts[step]);
    writer.row(first + 5).putInt(number);
    writer.row(first + 6).putLong(episode.seed().orElse(-1));
  }

  private static Manifest manifest(
      EpisodeSource source,
      Path file,
      Optional<Integer> only,
      EpisodeColumns columns,
      List<Column> all) {
    ObjectNode dataset = JsonNodeFactory.instance.objectNode();
    dataset.put("form", source.form());
    dataset.put("file", String.valueOf(file.getFileName()));
    dataset.put("episodes", source.count());
    only.ifPresent(number -> dataset.put("episode", number));
    if (!source.leftOut().isEmpty()) {
      source.leftOut().forEach(dataset.putArray("left_out")::add);
    }
    if (!columns.pictures().isEmpty()) {
      columns.pictures().forEach(dataset.putArray(EpisodeColumns.PLANES_LAST)::add);
    }
    if (source.form().equals("Minari")) {
      MinariFolder.described(file)
          .ifPresent(description -> dataset.set(MinariExport.DESCRIPTION, description));
    }
    Map<String, JsonNode> extra = new HashMap<>();
    extra.put(Manifest.DATASET, dataset);
    if (!columns.layout().segments().isEmpty()) {
      extra.put(FinalObservationRows.KEY, FinalObservationRows.declaration(columns.layout()));
    }
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        wording("Datasets.a_dataset", source.form()),
        "",
        new Manifest.EnvironmentInfo(
            source.environment().isEmpty() ? source.form() : source.environment(), Map.of(), ""),
        new Manifest.PolicyInfo("", "", "", ""),
        0,
        columns.agents(),
        1,
        new Manifest.Trials(source.trials(), 0),
        RolloutWriter.chunkTicks(all),
        columns.layout(),
        all.stream().map(Column::spec).toList(),
        List.of(),
        extra);
  }
}
