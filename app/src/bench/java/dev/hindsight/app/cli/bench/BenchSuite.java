package dev.hindsight.app.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The benchmarks of `hindsight bench all`: those of one second or so, in sizes that repeat within
/// minutes.
final class BenchSuite {
  /// Stands for the map that the user chose.
  private static final String MAP = "MAP";

  /// Stands for a recording that is made for the benchmarks.
  private static final String RECORDING = "RECORDING";

  /// A window that needs no screen, painted alike on all machines.
  private static final List<String> OFFSCREEN =
      List.of("-Dglass.platform=Headless", "-Dprism.order=sw");

  private static final List<Entry> ALL =
      List.of(
          entry("airspace", "airspace --seconds 1", "--seconds 0.5"),
          entry("attention", "attention --rounds 9", "--rounds 5"),
          entry("audit", "audit --map MAP", "--ticks 200"),
          entry("branch", "branch --map MAP --agents 16 --ticks 400 --rounds 60", "--ticks 200"),
          entry("drive", "drive --map MAP --seconds 2", "--seconds 1"),
          entry("excavation", "excavation --seconds 1", "--seconds 0.5"),
          entry("film", "film RECORDING", ""),
          entry("find", "find RECORDING --when collision[a] --when nan(a)", "--rounds 5"),
          entry("fleet", "fleet --seconds 1", "--seconds 0.5"),
          entry("open", "open --megabytes 200", "--megabytes 50"),
          entry("record", "record --map MAP --checkpoint scripted --ticks 300", "--rounds 5"),
          entry("replay", "replay --entries 200000 --seconds 1", "--seconds 0.5"),
          entry("simulate", "simulate --map MAP --seconds 0.5", "--rounds 3"),
          entry(
              "train-lstm", "train --policy lstm --map MAP --threads 1 --seconds 4", "--seconds 2"),
          entry(
              "train-transformer",
              "train --policy transformer --map MAP --threads 1 --seconds 4",
              "--seconds 2"),
          entry("train-sac", "train --policy sac --threads 1 --seconds 3", "--seconds 1"),
          entry("start", "start RECORDING", "").offscreen(),
          entry("ui", "ui RECORDING --seeks 200", "--seeks 60").offscreen());

  private BenchSuite() {}

  /// A benchmark in the list.
  ///
  /// @param name of it; unique
  /// @param words arguments after `bench`
  /// @param quick arguments that make it shorter, added at the end
  /// @param options of Java
  record Entry(String name, List<String> words, List<String> quick, List<String> options) {
    /// The command line after the program's name.
    List<String> arguments(boolean shorter, String map, Path recording) {
      return Stream.of(
              List.of("bench"), options(shorter, map, recording.toString()), List.of("--json"))
          .flatMap(List::stream)
          .toList();
    }

    /// What it is called with, in one line: figures of other options are not compared.
    String options(boolean shorter, String map) {
      return String.join(" ", options(shorter, map, RECORDING));
    }

    boolean needsRecording() {
      return words.contains(RECORDING);
    }

    private List<String> options(boolean shorter, String map, String recording) {
      List<String> all = new ArrayList<>(words);
      for (int i = 0; shorter && i < quick.size(); i += 2) {
        int at = all.indexOf(quick.get(i));
        if (at < 0) {
          all.add(quick.get(i));
          all.add(quick.get(i + 1));
        } else {
          all.set(at + 1, quick.get(i + 1));
        }
      }
      all.replaceAll(word -> word.equals(MAP) ? map : word.equals(RECORDING) ? recording : word);
      return all;
    }

    private Entry offscreen() {
      return new Entry(name, words, quick, OFFSCREEN);
    }
  }

  /// All, in the order in which they run.
  static List<Entry> all() {
    return ALL;
  }

  private static Entry entry(String name, String words, String quick) {
    return new Entry(name, split(words), split(quick), List.of());
  }

  private static List<String> split(String words) {
    return words.isEmpty() ? List.of() : List.of(words.split(" ", -1));
  }
}
