package dev.hindsight.app.cli;

import picocli.CommandLine.Option;

/// How large a picture is to be, for every command that makes one.
final class PictureOptions {
  @Option(
      names = "--width",
      paramLabel = "PX",
      defaultValue = "1280",
      description = "Default: 1280.")
  int width;

  @Option(
      names = "--height",
      paramLabel = "PX",
      defaultValue = "720",
      description = "Default: 720.")
  int height;
}
