package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.fleet.keys.FleetKeys.ConnectionEnd;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import java.nio.file.Path;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/// Gives Pekko the ends of connections that [FleetKeys] allow. Any thread.
public final class FleetTls implements SSLEngineProvider {
  /// Where the keys are.
  static final String FOLDER = "hindsight.fleet.keys";

  /// What this process is.
  static final String ROLE = "hindsight.fleet.role";

  private final FleetKeys keys;

  /// Pekko calls it.
  public FleetTls(ActorSystem system) {
    this.keys =
        FleetKeys.read(
            Path.of(system.settings().config().getString(FOLDER)),
            FleetRole.valueOf(system.settings().config().getString(ROLE)));
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    return keys.engine(hostname, port, ConnectionEnd.SERVER);
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    return keys.engine(hostname, port, ConnectionEnd.CLIENT);
  }

  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    return Option.apply(keys.stranger(session).orElse(null));
  }

  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    return Option.apply(keys.stranger(session).orElse(null));
  }
}
