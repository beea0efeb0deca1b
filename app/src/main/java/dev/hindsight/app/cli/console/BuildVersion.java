package dev.hindsight.app.cli.console;

import static dev.hindsight.app.text.AppText.wording;

import picocli.CommandLine.IVersionProvider;

/// The version from the jar's manifest.
public final class BuildVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {wording("BuildVersion.hindsight_java", text(), Runtime.version())};
  }

  /// The version, or `development` if the classes do not come from a jar.
  public static String text() {
    String version = BuildVersion.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
