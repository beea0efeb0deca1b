package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.text.OneLine;
import java.lang.foreign.ValueLayout;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Checks whether a recording is what was written: every member against its checksum, against the
/// digests in the summary if there are any, and against the shape in the manifest.
///
/// A CRC-32 detects accidental damage; it does not prove that the file was not forged. Digests that
/// another program does not write count as missing, not as wrong; so does the summary of a file
/// that still has the name of a part. Reads everything once; one owner thread.
public final class Integrity {
  /// The static array that holds the scenario file, and the knob that names it.
  public static final String SCENARIO = "scenario";

  /// The knob that holds the SHA-256 of the scenario file.
  public static final String SCENARIO_SHA256 = "scenario_sha256";

  private static final String SUMMARY_MEMBER = "summary.json";
  private static final String FIXED = "static/";
  private static final String FINAL = "final/";
  private static final String SPARSE = "sparse/";
  private static final String NPY = ".npy";

  /// Parts of the manifest that determine the simulation.
  private static final Set<String> RECIPE =
      Set.of("seed", "trials", "tickSeconds", "policy", "actions", "branch");

  /// Parts of the manifest that describe the columns.
  private static final Set<String> COLUMNS =
      Set.of("format", "version", "agents", "chunkTicks", "observation", "channels", "static");

  private final StoredRollout rollout;
  private final ZipArchive archive;
  private final Optional<MemberDigests> digests;
  private final Set<Fault> faults = new LinkedHashSet<>();
  private final List<String> remarks = new ArrayList<>();
  private final List<String> unrecorded = new ArrayList<>();
  private int members;
  private long bytes;

  /// What a fault affects, the most serious first.
  public enum Concern {
    /// The input of a simulation: configuration, seed, scenario, edits.
    RECIPE,
    /// The recorded data: columns, static arrays, last rows.
    NUMBERS,
    /// The archive around the data: its end is missing, bytes belong to nothing, or a header
    /// differs from the directory. What there is may still be as it was written.
    ARCHIVE,
    /// Only information: who made it and when; the hash of the whole.
    LABEL
  }

  /// A member that differs from what was written.
  ///
  /// @param member `channels/pose/000003.npy`, or `manifest.json seed`
  /// @param tick the first one with a row in it; 0 for what concerns all ticks, T for a last row
  /// @param what the error, as the rest of a sentence
  /// @param ticks the ticks whose rows are in it; empty for what concerns all ticks or none
  public record Fault(
      Concern concern, String member, int tick, @JsonIgnore Span ticks, String what) {
    /// `static/scenario.npy was replaced after the recording was written`.
    public String words() {
      return OneLine.of(member + " " + what);
    }
  }

  /// The result of a check.
  ///
  /// @param faults in the order of the file
  /// @param unrecorded what the recording does not hold and the check could not compare
  /// @param remarks useful information about what is not wrong
  /// @param members number checked
  /// @param bytes number checked
  public record Report(
      List<Fault> faults, List<String> unrecorded, List<String> remarks, int members, long bytes) {
    /// Copies the lists.
    public Report {
      faults = List.copyOf(faults);
      unrecorded = List.copyOf(unrecorded);
      remarks = List.copyOf(remarks);
    }

    /// The first fault of the most serious kind that concerns the data.
    public Optional<Fault> gravest() {
      return first(Concern.RECIPE).or(() -> first(Concern.NUMBERS));
    }

    /// The first fault of a concern.
    public Optional<Fault> first(Concern concern) {
      return faults.stream().filter(fault -> fault.concern() == concern).findFirst();
    }
  }

  private void add(Concern concern, String member, String what) {
    faults.add(new Fault(concern, member, tick(member), ticks(member), what));
  }

  private int tick(String member) {
    int chunk = ChunkName.parse(member).map(ChunkName::number).orElse(0);
    return member.startsWith(FINAL)
        ? rollout.ticks()
        : Math.min(rollout.ticks(), chunk * rollout.manifest().chunkTicks());
  }

  private Span ticks(String member) {
    int every = rollout.manifest().chunkTicks();
    int end = rollout.ticks();
    return ChunkName.parse(member)
        .map(chunk -> Math.min(end, (long) chunk.number() * every))
        .map(from -> new Span(from.intValue(), (int) Math.min(end, from + every)))
        .orElse(new Span(0, 0));
  }

  private Integrity(StoredRollout rollout) {
    this.rollout = rollout;
    archive = rollout.archive();
    digests = rollout.summary().flatMap(MemberDigests::in);
  }

  /// Checks every byte of every member.
  public static Report whole(Rollout rollout, Progress progress, Cancellation cancellation) {
    return of(rollout, _ -> true, progress, cancellation);
  }

  /// Checks what matters before a recording is simulated again or continued: manifest, scenario,
  /// the other static arrays, last rows, and the channels that are read.
  ///
  /// @param channels those that will be read
  public static Report of(
      Rollout rollout, Predicate<String> channels, Progress progress, Cancellation cancellation) {
    Optional<StoredRollout> stored = stored(rollout);
    return stored.isPresent()
        ? new Integrity(stored.get()).report(channels, progress, cancellation)
        : new Report(
            List.of(), List.of(wording("Integrity.the_recording_is_not_in_a")), List.of(), 0, 0);
  }

  /// The stored file behind a recording and its wrappers.
  private static Optional<StoredRollout> stored(Rollout rollout) {
    return switch (rollout) {
      case StoredRollout file -> Optional.of(file);
      case FollowedRollout followed -> stored(followed.newest());
      case ForwardingRollout other -> stored(other.real());
      default -> Optional.empty();
    };
  }

  private Report report(Predicate<String> channels, Progress progress, Cancellation cancellation) {
    Set<String> there = new HashSet<>();
    Map<String, StoredChannel> columns = new HashMap<>();
    for (Channel channel : rollout.channels()) {
      columns.put(channel.spec().name(), (StoredChannel) channel);
    }
    manifest();
    long done = 0;
    for (ZipMember member : archive.members()) {
      cancellation.throwIfCancelled();
      String name = member.name();
      Optional<ChunkName> chunk = ChunkName.parse(name);
      Optional<StoredChannel> column = chunk.map(ChunkName::channel).map(columns::get);
      if (chunk.isPresent() && column.isPresent()) {
        if (chunk.get().number() >= column.get().chunks()) {
          // In a recording that was cut off, not all channels have this chunk.
          continue;
        }
        if (channels.test(chunk.get().channel())) {
          if (check(member, chunk.get().number())) {
            shape(column.get(), chunk.get().number(), name);
          }
        } else {
          replaced(member, chunk.get().number());
        }
      } else if (name.startsWith(FIXED) || name.startsWith(FINAL) || name.startsWith(SPARSE)) {
        boolean _ = check(member, 0);
      } else if (!name.equals(Manifest.MEMBER) && !name.equals(SUMMARY_MEMBER)) {
        remarks.add(wording("Integrity.is_not_in_the_manifest", name));
      }
      there.add(name);
      done += member.size();
      progress.report(done, rollout.size(), "bytes");
    }
    rollout.manifest().fixed().forEach(this::fixed);
    archive.members().forEach(this::unannounced);
    missing(there);
    faults.addAll(new ArchiveFaults(rollout).all());
    scenario();
    summary();
    return new Report(List.copyOf(faults), unrecorded, remarks, members, bytes);
  }

  /// Checks a member's bytes against its checksum, and the checksum against the summary.
  ///
  /// @return whether its bytes are those that were written
  private boolean check(ZipMember member, int chunk) {
    members++;
    bytes += member.size();
    boolean recipe = member.name().equals(FIXED + SCENARIO + NPY);
    Concern concern = recipe ? Concern.RECIPE : Concern.NUMBERS;
    boolean intact;
    try {
      intact = archive.intact(member);
    } catch (Problem problem) {
      add(concern, member.name(), wording("Integrity.is_damaged", problem.what()));
      return false;
    }
    if (!intact) {
      add(concern, member.name(), wording("Integrity.is_damaged_its_bytes_do_not"));
      return false;
    }
    replaced(member, chunk);
    return true;
  }

  /// Checks a member's checksum against the summary, without reading the member.
  private void replaced(ZipMember member, int chunk) {
    if (digests.isEmpty()) {
      return;
    }
    Concern concern =
        member.name().equals(FIXED + SCENARIO + NPY) ? Concern.RECIPE : Concern.NUMBERS;
    switch (digests.get().origin(member, chunk)) {
      case WRITTEN -> {}
      case REPLACED ->
          add(concern, member.name(), wording("Integrity.was_replaced_after_the_recording"));
      case ADDED ->
          remarks.add(wording("Integrity.was_added_after_the_recording_was", member.name()));
    }
  }

  private void shape(StoredChannel column, int chunk, String member) {
    try {
      column.check(chunk);
    } catch (Problem problem) {
      add(Concern.NUMBERS, member, wording("Integrity.does_not_fit", problem.what()));
    }
  }

  /// Checks the manifest against its digests.
  private void manifest() {
    members++;
    Optional<ZipMember> member = archive.member(Manifest.MEMBER);
    if (digests.isEmpty() || member.isEmpty()) {
      return;
    }
    JsonNode now = RolloutJson.tree(archive.content(member.get()).toArray(ValueLayout.JAVA_BYTE));
    Map<String, String> digestsNow = MemberDigests.of(now);
    digests
        .get()
        .manifest()
        .forEach((key, then) -> {
          String here = digestsNow.getOrDefault(key, "");
          if (!here.equals(then)) {
            String what =
                here.isEmpty()
                    ? wording("Integrity.was_taken_out")
                    : wording("Integrity.was_changed");
            add(
                concern(key),
                Manifest.MEMBER + " " + key,
                wording("Integrity.after_the_recording_was_written", what));
          }
        });
    digestsNow.keySet().stream()
        .filter(key -> !digests.get().manifest().containsKey(key))
        .forEach(key -> {
          if (concern(key) == Concern.RECIPE) {
            add(
                Concern.RECIPE,
                Manifest.MEMBER + " " + key,
                wording("Integrity.was_added_after_the_recording_was_2"));
          } else {
            remarks.add(
                wording("Integrity.was_added_after_the_recording_was_3", Manifest.MEMBER, key));
          }
        });
  }

  private static Concern concern(String key) {
    if (key.startsWith("environment.") || RECIPE.contains(key)) {
      return Concern.RECIPE;
    }
    return COLUMNS.contains(key) ? Concern.NUMBERS : Concern.LABEL;
  }

  private void fixed(ChannelSpec spec) {
    String name = FIXED + spec.name() + NPY;
    Optional<ZipMember> member = archive.member(name);
    if (member.isEmpty()) {
      if (archive.whole()) {
        add(Concern.NUMBERS, name, wording("Integrity.is_missing_though_the_manifest_announces"));
      }
      return;
    }
    header(member.get())
        .filter(header -> !spec.fits(header.dtype(), header.shape(), rollout.manifest().agents()))
        .ifPresent(header -> misfit(name, header, spec.dtype() + " " + spec.shape()));
  }

  /// Checks members of `static/` that the manifest does not declare, and the rows of `final/`.
  private void unannounced(ZipMember member) {
    String name = member.name();
    if (name.startsWith(FIXED)
        && rollout.manifest().fixed().stream()
            .noneMatch(spec -> name.equals(FIXED + spec.name() + NPY))) {
      remarks.add(wording("Integrity.is_not_in_the_manifest", name));
    }
    if (name.startsWith(FINAL)) {
      String channel = name.substring(FINAL.length()).replaceFirst("\\.npy$", "");
      Optional<Channel> column = rollout.channel(channel);
      if (column.isEmpty()) {
        remarks.add(wording("Integrity.is_the_last_row_of_a", name));
        return;
      }
      header(member)
          .filter(header ->
              header.dtype() != column.get().spec().type()
                  || Arrays.stream(header.shape()).asLongStream().reduce(1, (a, b) -> a * b)
                      != column.get().rowLength())
          .ifPresent(header ->
              misfit(
                  name,
                  header,
                  column.get().spec().dtype() + " " + Arrays.toString(column.get().rowShape())));
    }
  }

  private Optional<NpyHeader> header(ZipMember member) {
    try {
      var content = archive.content(member);
      NpyHeader header =
          NpyHeader.parse(
              content.asSlice(0, Math.min(content.byteSize(), 1 << 14)).asByteBuffer(),
              member.name());
      header.checkLength(content.byteSize(), member.name());
      return Optional.of(header);
    } catch (Problem problem) {
      add(Concern.NUMBERS, member.name(), wording("Integrity.is_not_an_array", problem.what()));
      return Optional.empty();
    }
  }

  private void misfit(String member, NpyHeader header, String announced) {
    add(
        Concern.NUMBERS,
        member,
        wording(
            "Integrity.holds_where_the_manifest_announces",
            header.dtype().code(),
            Arrays.toString(header.shape()),
            announced));
  }

  /// Reports members that the summary lists but the file lacks.
  private void missing(Set<String> there) {
    if (digests.isEmpty()) {
      return;
    }
    digests
        .get()
        .arrays()
        .forEach((array, checksums) -> {
          boolean channel = array.startsWith("channels/");
          for (int chunk = 0; chunk < checksums.size(); chunk++) {
            String member =
                channel ? ChunkName.of(array.substring("channels/".length()), chunk) : array + NPY;
            if (!there.contains(member)) {
              add(Concern.NUMBERS, member, wording("Integrity.was_taken_out_after_the_recording"));
            }
          }
        });
  }

  private void scenario() {
    JsonNode recorded = rollout.manifest().environment().config().get(SCENARIO_SHA256);
    Optional<ZipMember> member = archive.member(FIXED + SCENARIO + NPY);
    if (member.isEmpty()) {
      return;
    }
    if (recorded == null) {
      unrecorded.add(wording("Integrity.the_digest_of_the_scenario"));
      return;
    }
    Optional<NpyHeader> header = header(member.get());
    if (header.isEmpty()) {
      return;
    }
    byte[] content =
        archive.content(member.get()).asSlice(header.get().length()).toArray(ValueLayout.JAVA_BYTE);
    String here = HexFormat.of().formatHex(MemberDigests.sha256().digest(content));
    if (!here.equals(recorded.asText())) {
      add(
          Concern.RECIPE,
          member.get().name(),
          wording(
              "Integrity.is_another_scenario_than_was_recorded",
              here.substring(0, 12),
              recorded.asText().substring(0, Math.min(12, recorded.asText().length()))));
    }
  }

  /// How many trials began; more than any if the columns that tell are damaged.
  private int began() {
    try {
      return rollout.trials().count();
    } catch (Problem _) {
      return Integer.MAX_VALUE;
    }
  }

  private void summary() {
    Optional<Summary> summary = rollout.summary();
    if (summary.isEmpty()) {
      if (RolloutFile.isPart(rollout.file())) {
        unrecorded.add(wording("Integrity.a_summary_and_its_digests_the"));
      }
      return;
    }
    members++;
    int trials = rollout.manifest().trials().count();
    int recorded = summary.get().trialScores().size();
    int began = recorded > Math.max(1, trials) ? began() : recorded;
    if (began < recorded) {
      add(
          Concern.LABEL,
          SUMMARY_MEMBER,
          wording("Integrity.holds_scores_of_trials_where_began", recorded, began));
    }
    if (digests.isEmpty()) {
      unrecorded.add(wording("Integrity.digests_of_the_single_members"));
    }
    String hash = summary.get().hash();
    if (hash.isEmpty()) {
      unrecorded.add(wording("Integrity.the_hash_of_the_whole"));
      return;
    }
    if (hash.equals(hash(_ -> true)) || hash.equals(hash(this::isListed))) {
      return;
    }
    if (digests.isEmpty()) {
      add(Concern.NUMBERS, SUMMARY_MEMBER, wording("Integrity.has_another_hash_than_the_arrays"));
    } else if (faults.stream().allMatch(fault -> fault.concern().compareTo(Concern.ARCHIVE) >= 0)) {
      add(
          Concern.LABEL,
          wording("Integrity.hash", SUMMARY_MEMBER),
          wording("Integrity.was_changed_after_the_recording"));
    }
  }

  /// Whether the summary lists a member.
  private boolean isListed(ZipMember member) {
    return digests
        .map(known -> known.arrays().containsKey(MemberDigests.array(member.name())))
        .orElse(true);
  }

  /// Computes the hash as [RolloutFile] does.
  private String hash(Predicate<ZipMember> counted) {
    MessageDigest digest = MemberDigests.sha256();
    for (ZipMember member : archive.members()) {
      String name = member.name();
      if (!name.equals(Manifest.MEMBER) && !name.equals(SUMMARY_MEMBER) && counted.test(member)) {
        digest.update(MemberDigests.line(name, member.size(), member.crc()));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
