package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;

/// How the actors of a process are set up: silent, in daemon threads, with nothing that a file on
/// the class path could change. Within one process they open no socket; between processes they
/// speak TLS, and only to whom their keys allow.
final class FleetNetwork {
  /// Name of every fleet's actors, part of their addresses.
  static final String NAME = "hindsight-fleet";

  private static final String SETTINGS =
      """
      pekko {
        actor {
          provider = local
          allow-java-serialization = off
          default-dispatcher.fork-join-executor { parallelism-min = 1, parallelism-max = 2 }
          internal-dispatcher.fork-join-executor { parallelism-min = 1, parallelism-max = 2 }
        }
        daemonic = on
        jvm-exit-on-fatal-error = off
        jvm-shutdown-hooks = off
        coordinated-shutdown.run-by-jvm-shutdown-hook = off
        coordinated-shutdown.exit-jvm = off
        java-flight-recorder.enabled = off
        log-dead-letters = 0
        loglevel = OFF
        stdout-loglevel = OFF
      }
      hindsight-worker { type = PinnedDispatcher, executor = thread-pool-executor }
      """;

  /// The failure detector waits longer than a busy processor delays a heartbeat. Sockets and the
  /// streams behind them share one thread: on dispatchers of their own, they wake each other up for
  /// every few kilobytes, which takes longer than everything else.
  private static final String REMOTE =
      """
      pekko {
        actor {
          provider = remote
          serializers.hindsight = "dev.hindsight.trainer.fleet.FleetSerializer"
          serialization-bindings {
            "dev.hindsight.trainer.fleet.FleetMessage" = hindsight
          }
          warn-about-java-serializer-usage = off
          internal-dispatcher.fork-join-executor.parallelism-max = 1
        }
        remote {
          warn-about-direct-use = off
          use-unsafe-remote-features-outside-cluster = on
          warn-unsafe-watch-outside-cluster = off
          deployment.enable-allow-list = on
          watch-failure-detector {
            heartbeat-interval = 1 s
            acceptable-heartbeat-pause = 8 s
          }
          artery {
            transport = tls-tcp
            large-message-destinations = ["/user/pieces", "/user/*/pieces"]
            ssl.ssl-engine-provider = "dev.hindsight.trainer.fleet.FleetTls"
            advanced {
              use-dispatcher = "pekko.actor.internal-dispatcher"
              maximum-large-frame-size = 256 KiB
              large-buffer-pool-size = 48
              inbound-lanes = 1
              outbound-restart-backoff = 500 ms
              inbound-restart-timeout = 5 s
              inbound-max-restarts = 100000
              outbound-max-restarts = 100000
            }
          }
        }
      }
      """;

  private FleetNetwork() {}

  /// Actors within this process.
  static Config local() {
    return whole(ConfigFactory.empty());
  }

  /// Actors that others reach.
  ///
  /// @param keys folder of the keys
  static Config remote(FleetAddress address, Path keys, FleetRole role) {
    Map<String, Object> own = new HashMap<>();
    own.put("pekko.remote.artery.canonical.hostname", address.host());
    own.put("pekko.remote.artery.canonical.port", address.port());
    own.put(FleetTls.FOLDER, keys.toAbsolutePath().toString());
    own.put(FleetTls.ROLE, role.name());
    return whole(
        ConfigFactory.parseMap(own)
            .withFallback(ConfigFactory.parseString(REMOTE, ConfigParseOptions.defaults())));
  }

  private static Config whole(Config more) {
    return more.withFallback(ConfigFactory.parseString(SETTINGS))
        .withFallback(ConfigFactory.defaultReference(FleetNetwork.class.getClassLoader()))
        .resolve();
  }

  /// Starts actors that others reach.
  ///
  /// @param guardian the first of them
  /// @throws Problem if the keys cannot be read, or nobody can listen there
  static <T> ActorSystem<T> start(
      Behavior<T> guardian, FleetAddress address, Path keys, FleetRole role) {
    FleetKeys.read(keys, role);
    try {
      return ActorSystem.create(guardian, NAME, remote(address, keys, role));
    } catch (RuntimeException e) {
      if (e instanceof Problem problem) {
        throw problem;
      }
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      throw new Problem(
          wording("FleetNetwork.nobody_can_listen_there", String.valueOf(cause.getMessage())),
          address.toString(),
          wording("FleetNetwork.take_another_port"),
          e);
    }
  }
}
