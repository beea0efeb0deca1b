package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.PictureAxes;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.EnvironmentSpec;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import io.jhdf.exceptions.HdfException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Saves a recording as HDF5 in the form of Minari: a group for every [AgentEpisode], with
/// observations of T + 1 rows, actions, rewards, terminations and truncations of T, and every other
/// column of the agent as `infos`. If the name is that of a dataset, `NAME-v0`, it becomes the
/// folder that Minari loads, with a description of the data beside them.
///
/// The final observation of an episode that is not recorded becomes NaN (0 in whole numbers), and
/// the attribute `final_observation` of its group is 0.
///
/// @param rollout the recording, open
/// @param agent the agent to save; empty for all
/// @param ticks the ticks to save; an episode of which only a part is chosen is that part
/// @param out the file or folder to write
public record MinariExport(Rollout rollout, OptionalInt agent, RequestedTicks ticks, Path out)
    implements Job<MinariExport.Report> {
  private static final long LARGEST = 1L << 30;
  private static final String ACTION_PART = "action/";

  /// What the dataset's own description says, in there.
  static final String DESCRIPTION = "minari";

  /// The result.
  ///
  /// @param episodes groups in the file
  /// @param steps of all episodes
  public record Report(Path file, int episodes, int steps, long bytes) {}

  /// Whether a name is that of a file or folder that this writes.
  public static boolean takes(Path out) {
    String name = String.valueOf(out.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".hdf5") || name.endsWith(".h5") || MinariFolder.named(out);
  }

  @Override
  public Report run(Progress progress, Cancellation cancellation) {
    OutputFile.spares(out, List.of(rollout.file()));
    Content content =
        new Content(episodes(cancellation), taken(), new MinariSpaces(), new MinariSpaces());
    check(content);
    try {
      return MinariFolder.named(out)
          ? folder(content, progress, cancellation)
          : file(content, progress, cancellation);
    } catch (IOException | HdfException e) {
      throw new Problem(
          wording("MinariExport.the_file_cannot_be_written"),
          out.toString(),
          wording("MinariExport.check_that_the_folder_is_there"),
          e);
    }
  }

  /// What is written.
  ///
  /// @param taken the actions as the environment took them, if the recording says how it did
  /// @param observations their space, complete when all is written
  /// @param actions likewise
  private record Content(
      List<AgentEpisode> episodes,
      Optional<EnvironmentActions> taken,
      MinariSpaces observations,
      MinariSpaces actions) {
    int count() {
      return episodes.size();
    }

    long steps() {
      return episodes.stream().mapToLong(AgentEpisode::steps).sum();
    }
  }

  private Report file(Content content, Progress progress, Cancellation cancellation)
      throws IOException {
    try (AtomicFile fresh = AtomicFile.beside(out)) {
      write(content, fresh.path(), progress, cancellation);
      return new Report(out, content.count(), (int) content.steps(), fresh.publish());
    }
  }

  private Report folder(Content content, Progress progress, Cancellation cancellation)
      throws IOException {
    try (MinariFolder fresh = MinariFolder.beside(out)) {
      write(content, fresh.data(), progress, cancellation);
      fresh.describe(
          content.observations(),
          content.actions(),
          content.count(),
          (int) content.steps(),
          content
              .taken()
              .<JsonNode>map(MinariExport::described)
              .orElse(dataset().path(DESCRIPTION)),
          own());
      return new Report(out, content.count(), (int) content.steps(), fresh.publish());
    }
  }

  private Optional<EnvironmentActions> taken() {
    return foreign() ? Optional.empty() : EnvironmentActions.of(rollout.manifest());
  }

  private static ObjectNode described(EnvironmentActions actions) {
    return JsonNodeFactory.instance.objectNode().put(EnvironmentSpec.ACTIONS, actions.space());
  }

  /// What Minari's description says of a recording of Hindsight.
  private Map<String, String> own() {
    Map<String, String> own = new HashMap<>();
    String policy = rollout.manifest().policy().id();
    if (!environment().isEmpty()) {
      own.put("description", wording("MinariExport.description", environment()));
    }
    if (!policy.isEmpty() && !policy.equals("none")) {
      own.put("algorithm_name", policy);
    }
    EnvironmentSpec.of(rollout.manifest()).ifPresent(spec -> own.put(EnvironmentSpec.KEY, spec));
    return own;
  }

  private void write(Content content, Path to, Progress progress, Cancellation cancellation)
      throws IOException {
    WrittenArrays written = new WrittenArrays();
    try (WritableHdfFile file = HdfFile.write(to)) {
      if (!environment().isEmpty()) {
        file.putAttribute("env_id", environment());
      }
      EnvironmentSpec.of(rollout.manifest())
          .ifPresent(spec -> file.putAttribute(EnvironmentSpec.KEY, spec));
      ObservationNames.of(rollout.manifest().observation())
          .ifPresent(names -> file.putAttribute(ObservationNames.ATTRIBUTE, names));
      file.putAttribute("total_episodes", content.count());
      int count = 0;
      for (AgentEpisode episode : content.episodes()) {
        cancellation.throwIfCancelled();
        String name = "episode_" + count;
        MinariGroup group = new MinariGroup(file.putGroup(name), name + "/", written);
        write(content, group, episode, count);
        count++;
        progress.report(count, content.count(), "episodes");
      }
    }
    written.check(to);
  }

  /// A dataset keeps its environment, which is empty if it names none, and one of Gymnasium its
  /// name; the worlds of Hindsight are marked as its own.
  private String environment() {
    String id = rollout.manifest().environment().id();
    return EnvironmentSpec.of(rollout.manifest())
        .flatMap(EnvironmentSpec::id)
        .orElse(!foreign() ? "hindsight/" + id : id.equals(form()) ? "" : id);
  }

  /// What stands for the environment where a dataset names none.
  private String form() {
    return dataset().path("form").asText();
  }

  private List<AgentEpisode> episodes(Cancellation cancellation) {
    Span asked = ticks.in(rollout);
    AgentEpisode.Finder finder = new AgentEpisode.Finder(rollout, foreign());
    return agent.isPresent()
        ? finder.of(agent.getAsInt(), asked)
        : IntStream.range(0, rollout.manifest().agents())
            .boxed()
            .flatMap(who -> {
              cancellation.throwIfCancelled();
              return finder.of(who, asked).stream();
            })
            .toList();
  }

  private void check(Content content) {
    if (content.count() == 0) {
      throw new Problem(
          wording("MinariExport.nobody_acts"),
          rollout.file().toString(),
          wording("MinariExport.choose_others"));
    }
    long row =
        rollout.channels().stream()
            .mapToLong(each -> (long) each.rowLength() * each.spec().type().bytes())
            .sum();
    long share = row / Math.max(1, rollout.manifest().agents());
    if (content.steps() * share > LARGEST) {
      throw new Problem(
          wording("MinariExport.it_is_too_large"),
          rollout.file().toString(),
          wording("MinariExport.choose_fewer"));
    }
  }

  private void write(Content content, MinariGroup made, AgentEpisode episode, int number) {
    made.attribute("id", number);
    made.attribute("total_steps", episode.steps());
    made.attribute("agent", episode.agent());
    rollout
        .channel("episode_seed")
        .filter(seed -> seed.integer(episode.first(), 0) >= 0)
        .ifPresent(seed -> made.attribute("seed", seed.integer(episode.first(), 0)));
    Optional<float[]> last = last(episode);
    made.attribute("final_observation", last.isPresent() ? 1 : 0);
    for (Channel channel : rollout.channels()) {
      Optional<String> path = derived(channel) ? Optional.empty() : infoPath(channel, foreign());
      if (path.isPresent()) {
        made.put("infos/" + path.get(), array(channel, episode, "infos"));
      }
    }
    observations(content, made, episode, last);
    actions(content, made, episode);
    Optional<Channel> reward =
        rollout.channel(EpisodeColumns.SOURCE + "rewards").or(() -> rollout.channel("reward"));
    if (reward.isEmpty()) {
      made.attribute(Hdf5Episodes.REWARDED, 0);
    }
    made.put(
        "rewards",
        reward
            .map(channel -> array(channel, episode, "rewards"))
            .orElseGet(() -> unknown(episode.steps())));
    made.put("terminations", flags("terminal", "terminations", episode, episode.terminated()));
    made.put("truncations", flags("truncation", "truncations", episode, episode.truncated()));
  }

  /// Minari wants a reward for every step, and 0 would be one.
  private static NpyArray unknown(int steps) {
    double[] rewards = new double[steps];
    Arrays.fill(rewards, Double.NaN);
    return NpyArray.of(rewards, steps);
  }

  /// Whether the recording was a dataset, whose flags are what Minari means by them.
  private boolean foreign() {
    return rollout.manifest().wasDataset();
  }

  private JsonNode dataset() {
    return rollout.manifest().extra().getOrDefault(Manifest.DATASET, MissingNode.getInstance());
  }

  /// Flags of an episode, which only the last step has: in recordings of Hindsight the end of every
  /// trial sets `truncation`, and what sets a flag may happen in limbo. The column itself is among
  /// the `infos`. Those of a dataset are kept as they are.
  private NpyArray flags(String column, String name, AgentEpisode episode, boolean last) {
    if (foreign()) {
      return AgentColumn.of(rollout, column)
          .map(ends -> array(ends.channel(), episode, name))
          .orElseGet(() -> Hdf5Episodes.zeros(episode.steps()));
    }
    Grid grid = new Grid(Dtype.BOOL, new int[] {episode.steps()});
    for (int step = 1; step <= episode.steps(); step++) {
      grid.add(last && step == episode.steps() ? 1 : 0);
    }
    return grid.array();
  }

  /// Whether a column only repeats what the flags of a dataset say.
  private boolean derived(Channel channel) {
    return foreign()
        && channel.spec().name().equals(EpisodeEnds.COLUMN)
        && rollout.channel(EpisodeColumns.SOURCE + EpisodeEnds.COLUMN).isEmpty();
  }

  /// Where a column goes among the `infos`; empty for those that Minari has a place for.
  private static Optional<String> infoPath(Channel channel, boolean foreign) {
    String name = channel.spec().name();
    boolean elsewhere =
        name.equals("observation")
            || name.startsWith("observation/")
            || name.equals("action")
            || name.startsWith(ACTION_PART)
            || name.equals("reward")
            || name.equals("terminal")
            || (name.equals("truncation") && foreign)
            || name.startsWith(EpisodeColumns.SOURCE);
    boolean counted = name.equals("episode_seed") || name.equals("dataset_episode");
    return elsewhere || counted
        ? Optional.empty()
        : Optional.of(name.startsWith("infos/") ? name.substring("infos/".length()) : name);
  }

  private void observations(
      Content content, MinariGroup made, AgentEpisode episode, Optional<float[]> last) {
    List<Segment> segments = rollout.manifest().observation().segments();
    Optional<Channel> whole = AgentColumn.laidOutObservation(rollout);
    if (whole.isEmpty() || segments.isEmpty()) {
      WritableGroup _ = made.folder("observations");
      return;
    }
    int size = rollout.manifest().observation().size();
    int who = episode.agent();
    for (Segment segment : segments) {
      Optional<Channel> exact = exact("observations/" + segment.name());
      Dtype dtype =
          exact
              .map(channel -> channel.spec().type())
              .orElse(Dtype.of(segment.type().code(), segment.name()));
      // A number alone has no axis of its own in a dataset.
      boolean alone = exact.isPresent() && exact.get().rowShape().length == 1;
      Optional<PictureAxes> picture = EpisodeColumns.picture(dataset(), segment);
      int[] places = places(segment, picture);
      List<Integer> row = picture.map(PictureAxes::planesLast).orElse(segment.shape());
      IntStream axes = row.stream().mapToInt(Integer::intValue).filter(_ -> !alone);
      int[] shape = IntStream.concat(IntStream.of(episode.steps() + 1), axes).toArray();
      Grid grid = new Grid(dtype, shape);
      for (int tick : episode.ticks()) {
        for (int i = 0; i < segment.length(); i++) {
          if (exact.isPresent()) {
            grid.add(exact.get(), tick, who * segment.length() + i);
          } else {
            grid.add(whole.get(), tick, who * size + places[i]);
          }
        }
      }
      for (int i = 0; i < segment.length(); i++) {
        grid.add(last.isPresent() ? last.get()[places[i]] : Double.NaN);
      }
      boolean single = segments.size() == 1 && segment.name().equals(EpisodeArrays.OBSERVATION);
      NpyArray array = grid.array();
      made.put(single ? "observations" : "observations/" + segment.name(), array);
      content
          .observations()
          .take(single ? "" : segment.name(), array, new MinariSpaces.Limits.Declared(segment));
    }
  }

  /// Where each number of a row of the dataset lies in an observation.
  private static int[] places(Segment segment, Optional<PictureAxes> picture) {
    return IntStream.range(0, segment.length())
        .map(i -> segment.offset() + picture.map(axes -> axes.first(i)).orElse(i))
        .toArray();
  }

  /// What the agent observed after its last step: as noted where its episode ended, or the row that
  /// follows the recording's last action if the agent was to act on it.
  private Optional<float[]> last(AgentEpisode episode) {
    int who = episode.agent();
    Optional<float[]> noted =
        FinalObservationRows.of(rollout.manifest())
            .flatMap(rows -> rows.observation(rollout, episode.last(), who));
    boolean open = episode.last() == rollout.ticks() - 1;
    if (noted.isPresent() || !open || new EpisodeEnds(rollout).ended(episode.last(), who)) {
      return noted;
    }
    int size = rollout.manifest().observation().size();
    return rollout
        .last("observation")
        .filter(array -> array.length() == size * rollout.manifest().agents())
        .map(array -> {
          float[] own = new float[size];
          for (int i = 0; i < size; i++) {
            own[i] = (float) array.value(who * size + i);
          }
          return own;
        });
  }

  /// Writes the actions, as one array or as parts with names of their own.
  private void actions(Content content, MinariGroup made, AgentEpisode episode) {
    Optional<Channel> whole =
        exact("actions/" + EpisodeArrays.ACTION).or(() -> rollout.channel("action"));
    List<Channel> parts =
        rollout.channels().stream()
            .filter(channel -> channel.spec().name().startsWith(ACTION_PART))
            .toList();
    if (content.taken().isPresent() && whole.isPresent()) {
      EnvironmentActions taken = content.taken().get();
      for (EnvironmentActions.Leaf leaf : taken.leaves()) {
        NpyArray array = taken.array(leaf, whole.get(), episode);
        made.put(leaf.path().isEmpty() ? "actions" : "actions/" + leaf.path(), array);
        content.actions().take(leaf.path(), array, new MinariSpaces.Limits.None());
      }
      return;
    }
    if (whole.isEmpty() && !parts.isEmpty()) {
      for (Channel part : parts) {
        String name = part.spec().name().substring(ACTION_PART.length());
        NpyArray array = array(exact("actions/" + name).orElse(part), episode, "actions");
        made.put("actions/" + name, array);
        content.actions().take(name, array, new MinariSpaces.Limits.None());
      }
      return;
    }
    NpyArray array =
        whole
            .map(channel -> array(channel, episode, "actions"))
            .orElseGet(() -> NpyArray.of(new double[episode.steps()], episode.steps()));
    made.put("actions", array);
    content
        .actions()
        .take("", array, MinariSpaces.Limits.of(ActionManifest.read(rollout.manifest())));
  }

  /// The column that keeps an array of a dataset as it was.
  private Optional<Channel> exact(String path) {
    return rollout.channel(EpisodeColumns.SOURCE + path);
  }

  /// An agent's part of a column, or all of one that no agent has.
  private NpyArray array(Channel channel, AgentEpisode episode, String use) {
    boolean own = channel.spec().perAgent() && channel.rowShape().length > 0;
    int width = own ? channel.rowLength() / channel.rowShape()[0] : channel.rowLength();
    int[] row = channel.rowShape();
    int skipped = own ? 1 : 0;
    int[] shape = new int[row.length - skipped + 1];
    shape[0] = episode.steps();
    System.arraycopy(row, skipped, shape, 1, row.length - skipped);
    Dtype dtype =
        use.equals("terminations") || use.equals("truncations")
            ? Dtype.BOOL
            : channel.spec().type();
    Grid grid = new Grid(dtype, shape);
    for (int tick : episode.ticks()) {
      for (int i = 0; i < width; i++) {
        grid.add(channel, tick, own ? episode.agent() * width + i : i);
      }
    }
    return grid.array();
  }

  /// An array that is filled in C order.
  private static final class Grid {
    private final Dtype dtype;
    private final int[] shape;
    private final ByteBuffer bytes;

    Grid(Dtype dtype, int[] shape) {
      this.dtype = dtype;
      this.shape = shape;
      int length = 1;
      for (int size : shape) {
        length = Math.multiplyExact(length, size);
      }
      bytes =
          ByteBuffer.allocate(Math.multiplyExact(length, dtype.bytes()))
              .order(ByteOrder.LITTLE_ENDIAN);
    }

    void add(Channel channel, int tick, int index) {
      if (dtype == Dtype.I8) {
        bytes.putLong(channel.integer(tick, index));
      } else {
        add(channel.value(tick, index));
      }
    }

    void add(double value) {
      dtype.put(bytes, dtype == Dtype.BOOL && value != 0 ? 1 : value);
    }

    NpyArray array() {
      return new NpyArray(dtype, shape, bytes.flip());
    }
  }
}
