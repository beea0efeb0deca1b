package dev.hindsight.trainer.env.excavation.maps;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.AtomicFolder;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads and writes a folder of sites as the reference lays it out: `images/img_1.npy` (-1 dig, 0,
/// 1 dump zone), `occupancy/` and `dumpability/` (0 or 1), `distance/` (float32), `actions/`
/// (heights) and `metadata/trench_1.json` (lines). Only the first three are required.
public final class SiteFolder {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern IMAGE = Pattern.compile("img_(\\d{1,9})\\.npy");
  private static final int SMALLEST = 8;
  private static final int LARGEST = 256;

  private SiteFolder() {}

  /// Reads all sites of a folder, in the order of their numbers.
  ///
  /// @throws Problem naming the file and what is wrong with it
  public static List<ExcavationMap> read(Path folder) {
    List<Integer> numbers = numbers(folder);
    if (numbers.isEmpty()) {
      throw new Problem(
          wording("SiteFolder.it_holds_no_images"),
          folder.toString(),
          wording("SiteFolder.give_a_folder_with_images"));
    }
    return numbers.stream().map(number -> site(folder, number)).toList();
  }

  private static List<Integer> numbers(Path folder) {
    Path images = folder.resolve("images");
    if (!Files.isDirectory(images)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(images)) {
      return files
          .map(file -> IMAGE.matcher(String.valueOf(file.getFileName())))
          .filter(Matcher::matches)
          .map(name -> Integer.parseInt(name.group(1)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new Problem(
          wording("SiteFolder.it_cannot_be_read"),
          images.toString(),
          wording("SiteFolder.check_the_folder_and_its_permissions"),
          e);
    }
  }

  private static Path layer(Path folder, String name, int number) {
    return folder.resolve(name).resolve("img_" + number + ".npy");
  }

  private static ExcavationMap site(Path folder, int number) {
    Path image = layer(folder, "images", number);
    NpyArray target = Npy.read(image);
    int size = target.shape().length == 0 ? 0 : target.shape()[0];
    if (size < SMALLEST || size > LARGEST) {
      throw wrongShape(image, target, "N x N");
    }
    Path distance = layer(folder, "distance", number);
    Path heights = layer(folder, "actions", number);
    return new ExcavationMap(
        size,
        bytes(image, size, -1, 1),
        bytes(layer(folder, "occupancy", number), size, 0, 1),
        bytes(layer(folder, "dumpability", number), size, 0, 1),
        Files.exists(heights) ? bytes(heights, size, -1, Byte.MAX_VALUE) : new byte[size * size],
        Files.exists(distance) ? square(distance, size).floats() : new float[size * size],
        lines(metadata(folder, number), "axes_ABC"),
        lines(metadata(folder, number), "foundation_border_axes_ABC"));
  }

  private static Path metadata(Path folder, int number) {
    return folder.resolve("metadata").resolve("trench_" + number + ".json");
  }

  private static NpyArray square(Path file, int size) {
    NpyArray array = Npy.read(file);
    if (!Arrays.equals(array.shape(), new int[] {size, size})) {
      throw wrongShape(file, array, size + " x " + size);
    }
    return array;
  }

  private static Problem wrongShape(Path file, NpyArray array, String wanted) {
    return new Problem(
        wording("SiteFolder.its_shape_is", Arrays.toString(array.shape())),
        file.toString(),
        wording("SiteFolder.give_an_array_of", wanted));
  }

  private static byte[] bytes(Path file, int size, int least, int most) {
    NpyArray array = square(file, size);
    byte[] layer = new byte[size * size];
    for (int tile = 0; tile < layer.length; tile++) {
      double value = array.value(tile);
      if (!(value >= least && value <= most) || value != Math.rint(value)) {
        throw new Problem(
            wording("SiteFolder.row_column_holds", tile / size, tile % size, value),
            file.toString(),
            wording("SiteFolder.give_whole_numbers_from_to", least, most));
      }
      layer[tile] = (byte) value;
    }
    return layer;
  }

  private static List<MapAxis> lines(Path file, String name) {
    if (!Files.exists(file)) {
      return List.of();
    }
    List<MapAxis> lines = new ArrayList<>();
    try {
      for (JsonNode line : JSON.readTree(Files.readAllBytes(file)).path(name)) {
        float a = line.path("A").floatValue();
        float b = line.path("B").floatValue();
        float c = line.path("C").floatValue();
        if (!MapAxis.valid(a, b, c)) {
          throw new Problem(
              wording("SiteFolder.holds_no_line", name, line),
              file.toString(),
              wording("SiteFolder.give_each_line_a_b_and"));
        }
        lines.add(new MapAxis(a, b, c));
      }
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("SiteFolder.it_is_not_json_at_line", JsonFault.line(e)),
          file.toString(),
          wording("SiteFolder.check_the_file"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("SiteFolder.it_cannot_be_read"),
          file.toString(),
          wording("SiteFolder.check_the_folder_and_its_permissions"),
          e);
    }
    return lines;
  }

  /// Writes sites as numbers 1, 2, ...; all of them or none.
  ///
  /// @throws Problem if one cannot be written, or the folder holds sites already: some would stay
  public static void write(Path folder, List<ExcavationMap> sites) {
    if (!numbers(folder).isEmpty()) {
      throw new Problem(
          wording("SiteFolder.it_holds_sites_already"),
          folder.toString(),
          wording("SiteFolder.choose_another_folder"));
    }
    try (AtomicFolder fresh = AtomicFolder.of(folder)) {
      writeAll(fresh.path(), sites);
      fresh.publish();
    } catch (IOException e) {
      throw new Problem(
          wording("SiteFolder.it_cannot_be_written"),
          folder.toString(),
          wording("SiteFolder.check_the_folder_and_its_free"),
          e);
    }
  }

  private static void writeAll(Path folder, List<ExcavationMap> sites) throws IOException {
    for (String name :
        List.of("images", "occupancy", "dumpability", "distance", "actions", "metadata")) {
      Files.createDirectory(folder.resolve(name));
    }
    int number = 0;
    for (ExcavationMap site : sites) {
      number++;
      write(layer(folder, "images", number), site, site.target());
      write(layer(folder, "occupancy", number), site, site.obstacles());
      write(layer(folder, "dumpability", number), site, site.dumpable());
      write(layer(folder, "actions", number), site, site.heights());
      NpyArray distance = NpyArray.of(site.distance(), site.size(), site.size());
      Files.write(layer(folder, "distance", number), Npy.bytes(distance).array());
      ObjectNode lines = JSON.createObjectNode();
      add(lines.putArray("axes_ABC"), site.trenchAxes());
      add(lines.putArray("foundation_border_axes_ABC"), site.borderAxes());
      Files.write(metadata(folder, number), JSON.writeValueAsBytes(lines));
    }
  }

  private static void write(Path file, ExcavationMap site, byte[] layer) throws IOException {
    int[] shape = {site.size(), site.size()};
    Files.write(file, Npy.bytes(new NpyArray(Dtype.I1, shape, ByteBuffer.wrap(layer))).array());
  }

  private static void add(ArrayNode list, List<MapAxis> axes) {
    for (MapAxis axis : axes) {
      list.addObject().put("A", axis.a()).put("B", axis.b()).put("C", axis.c());
    }
  }
}
