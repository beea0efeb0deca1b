package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.fleet.WireReader.WireException;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.run.TaskOrigin;
import dev.hindsight.trainer.run.TrainingTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A task as bytes, from which a worker on another machine prepares the same one: names, settings
/// and seed, and the content of every file that it needs, such as maps and partners.
final class TaskContent {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// One name in a path: nothing that leads out of a folder.
  private static final Pattern NAME = Pattern.compile("[^/\\\\:\\p{Cntrl}]+");

  private static final int FORM = 0x48535431;

  private TaskContent() {}

  /// A file of a scenario or a partner.
  ///
  /// @param path below the folder of its scenario, with `/`
  private record SentFile(String path, byte[] content) {}

  /// @throws Problem if nobody else can make the task again, or a file cannot be read
  static byte[] write(TrainingTask task) {
    TaskOrigin origin =
        task.origin()
            .orElseThrow(() ->
                new Problem(
                    wording("TaskContent.its_environments_are_in_this_process"),
                    FleetSettings.BIND,
                    wording("TaskContent.train_with_workers_in_this_process")));
    EnvironmentType type = BuiltInEnvironments.named(origin.environment());
    WireWriter to =
        new WireWriter()
            .number(FORM)
            .text(origin.environment())
            .text(type.codeVersion())
            .number(task.seed());
    write(origin.settings(), to);
    write(task.settings(), to);
    to.list(origin.scenarios(), (writer, scenario) -> write(scenario, writer));
    to.text(task.coPlayer().orElse(""));
    Map<String, Path> partners = new LinkedHashMap<>();
    task.coPlayer()
        .ifPresent(text ->
            PartnerPopulation.parse(text).partners().stream()
                .map(PartnerPopulation.Partner::name)
                .forEach(
                    name -> NamedFile.regular(name).ifPresent(file -> partners.put(name, file))));
    to.list(
        List.copyOf(partners.entrySet()),
        (writer, partner) -> {
          writer.text(partner.getKey());
          write(partner.getValue(), writer);
        });
    return to.written();
  }

  /// A file or folder with its content.
  static byte[] ofFiles(Path scenario) {
    WireWriter to = new WireWriter();
    write(scenario, to);
    return to.written();
  }

  private static void write(SettingValues settings, WireWriter to) {
    try {
      to.bytes(JSON.writeValueAsBytes(settings.values()));
      to.list(List.copyOf(settings.chosen()), WireWriter::text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path scenario, WireWriter to) {
    try (Stream<Path> all = Files.walk(scenario)) {
      Path parent = scenario.toAbsolutePath().getParent();
      List<SentFile> files = new ArrayList<>();
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        Path below = parent == null ? file : parent.relativize(file.toAbsolutePath());
        files.add(new SentFile(below.toString().replace('\\', '/'), Files.readAllBytes(file)));
      }
      to.text(String.valueOf(scenario.getFileName()))
          .list(files, (writer, file) -> writer.text(file.path()).bytes(file.content()));
    } catch (IOException e) {
      throw new Problem(
          wording("TaskContent.it_cannot_be_read", String.valueOf(e.getMessage())),
          scenario.toString(),
          wording("TaskContent.check_the_file"),
          e);
    }
  }

  /// Prepares the task.
  ///
  /// @param folder receives the files; the task needs them
  /// @param device where this worker computes
  /// @throws Problem if this program has another version of the environment
  /// @throws WireException if the bytes are no task
  static TrainingTask read(byte[] bytes, Path folder, TrainingTask.Device device) {
    WireReader from = new WireReader(bytes);
    if (from.number() != FORM) {
      throw new WireException(wording("TaskContent.a_task_of_another_form"));
    }
    EnvironmentType type = BuiltInEnvironments.named(from.text());
    String version = from.text();
    if (!version.equals(type.codeVersion())) {
      throw new Problem(
          wording("TaskContent.its_version_of_the_environment", version, type.codeVersion()),
          type.id(),
          wording("TaskContent.install_the_same_version"));
    }
    long seed = from.longNumber();
    SettingValues world = declared(type.settings(), settings(from));
    SettingValues training = settings(from);
    int[] number = {0};
    List<Path> scenarios =
        from.list(1, reader -> files(reader, folder.resolve("scenario" + number[0]++)));
    Optional<String> coPlayer = Optional.of(from.text()).filter(text -> !text.isEmpty());
    Map<String, String> partners = new LinkedHashMap<>();
    from.list(
        1,
        reader ->
            partners.put(
                reader.text(), files(reader, folder.resolve("partner" + number[0]++)).toString()));
    from.end();
    List<EnvironmentFactory> factories =
        scenarios.isEmpty()
            ? List.of(type.prepare(world, Optional.empty()))
            : scenarios.stream().map(file -> type.prepare(world, Optional.of(file))).toList();
    return new TrainingTask(
        factories,
        training,
        seed,
        device,
        coPlayer.map(text ->
            PartnerPopulation.parse(text).named(name -> partners.getOrDefault(name, name)).text()));
  }

  /// Values of the kinds and in the ranges that the environment declares, one for every setting: a
  /// default in place of a missing one would be another world.
  private static SettingValues declared(Settings settings, SettingValues sent) {
    for (Setting setting : settings.all()) {
      if (!sent.values().containsKey(setting.name())) {
        throw new WireException(wording("TaskContent.a_task_without", setting.name()));
      }
    }
    Map<String, String> texts = new LinkedHashMap<>();
    sent.values().forEach((name, value) -> texts.put(name, value.asText()));
    return new SettingValues(
        settings.parse(texts, wording("TaskContent.the_task")).values(), sent.chosen());
  }

  private static SettingValues settings(WireReader from) {
    try {
      JsonNode tree = JSON.readTree(from.bytes());
      if (!(tree instanceof ObjectNode object)) {
        throw new WireException(wording("TaskContent.settings_that_are_no_object"));
      }
      Map<String, JsonNode> values = new LinkedHashMap<>();
      object.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue()));
      return new SettingValues(values, Set.copyOf(from.list(Integer.BYTES, WireReader::text)));
    } catch (IOException _) {
      throw new WireException(wording("TaskContent.settings_that_are_no_object"));
    }
  }

  /// Writes the files of a scenario.
  ///
  /// @return the file or folder that is the scenario
  static Path files(WireReader from, Path folder) {
    try {
      Path scenario = below(folder, from.text());
      Files.createDirectories(folder);
      int count = from.length(2 * Integer.BYTES);
      for (int i = 0; i < count; i++) {
        Path file = below(folder, from.text());
        Path parent = file.getParent();
        if (parent != null) {
          Files.createDirectories(parent);
        }
        Files.write(file, from.bytes());
      }
      return scenario;
    } catch (IOException e) {
      throw new Problem(
          wording("TaskContent.it_cannot_be_written", String.valueOf(e.getMessage())),
          folder.toString(),
          wording("TaskContent.make_room_there"),
          e);
    }
  }

  /// A path below a folder; no name in it leads elsewhere.
  private static Path below(Path folder, String path) {
    Path file = folder;
    for (String name : path.split("/", -1)) {
      if (!NAME.matcher(name).matches() || name.equals("..") || name.equals(".")) {
        throw new WireException(wording("TaskContent.a_file_named", path));
      }
      file = file.resolve(name);
    }
    return file;
  }
}
