package dev.hindsight.trainer.fleet.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.keys.FleetKeys.ConnectionEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The keys of a fleet, and whom they let in. Both ends of each connection are in this test: no
/// socket.
class FleetKeysTest {
  private static final int ROUNDS = 200;

  @TempDir private Path folder;

  private Path made(String name) {
    Path keys = folder.resolve(name);
    FleetKeys.create(keys);
    return keys;
  }

  private static SSLEngine learner(FleetKeys keys) {
    return keys.engine("localhost", 1, ConnectionEnd.SERVER);
  }

  private static SSLEngine worker(FleetKeys keys) {
    return keys.engine("localhost", 1, ConnectionEnd.CLIENT);
  }

  /// Passes bytes to and fro until a byte of content has come through.
  ///
  /// @throws SSLException if an end refuses
  private static void speak(SSLEngine client, SSLEngine server) throws SSLException {
    ByteBuffer toServer = ByteBuffer.allocate(100_000);
    ByteBuffer toClient = ByteBuffer.allocate(100_000);
    ByteBuffer heard = ByteBuffer.allocate(100_000);
    ByteBuffer none = ByteBuffer.allocate(100_000);
    for (int i = 0; i < ROUNDS && heard.position() == 0; i++) {
      step(client, ByteBuffer.wrap(new byte[] {7}), toServer, toClient, none);
      step(server, ByteBuffer.allocate(0), toClient, toServer, heard);
    }
    assertEquals(1, heard.position());
    assertEquals(7, heard.get(0));
  }

  private static void step(
      SSLEngine end, ByteBuffer says, ByteBuffer out, ByteBuffer in, ByteBuffer hears)
      throws SSLException {
    in.flip();
    boolean more = true;
    while (more) {
      tasks(end);
      SSLEngineResult read = end.unwrap(in, hears);
      more = read.bytesConsumed() > 0;
    }
    in.compact();
    more = true;
    while (more) {
      tasks(end);
      SSLEngineResult written = end.wrap(says, out);
      more = written.bytesProduced() > 0 && written.bytesConsumed() == 0;
    }
  }

  private static void tasks(SSLEngine end) {
    Runnable task = end.getDelegatedTask();
    while (task != null) {
      task.run();
      task = end.getDelegatedTask();
    }
  }

  @Test
  void learnerAndWorkerOfAFleetSpeakTls13AndKnowEachOther() throws SSLException {
    Path keys = made("keys");
    FleetKeys learner = FleetKeys.read(keys, FleetRole.LEARNER);
    FleetKeys worker = FleetKeys.read(keys, FleetRole.WORKER);
    SSLEngine server = learner(learner);
    SSLEngine client = worker(worker);
    speak(client, server);
    assertEquals("TLSv1.3", server.getSession().getProtocol());
    assertTrue(learner.stranger(server.getSession()).isEmpty());
    assertTrue(worker.stranger(client.getSession()).isEmpty());
  }

  /// A worker's key is on many machines: whoever has it cannot pose as the learner.
  @Test
  void aWorkersKeyDoesNotMakeALearner() throws SSLException {
    Path keys = made("keys");
    FleetKeys worker = FleetKeys.read(keys, FleetRole.WORKER);
    SSLEngine server = learner(worker);
    SSLEngine client = worker(worker);
    speak(client, server);
    assertTrue(worker.stranger(client.getSession()).isPresent());
  }

  @Test
  void anotherFleetsCertificateIsRefused() {
    FleetKeys learner = FleetKeys.read(made("keys"), FleetRole.LEARNER);
    FleetKeys stranger = FleetKeys.read(made("others"), FleetRole.WORKER);
    assertThrows(SSLException.class, () -> speak(worker(stranger), learner(learner)));
  }

  @Test
  void nobodyGetsInWithoutACertificateOrWithAnOlderProtocol() throws Exception {
    FleetKeys learner = FleetKeys.read(made("keys"), FleetRole.LEARNER);
    SSLContext blank = SSLContext.getInstance("TLSv1.3");
    blank.init(null, new javax.net.ssl.TrustManager[] {new TrustsAll()}, null);
    SSLEngine nobody = blank.createSSLEngine("localhost", 1);
    nobody.setUseClientMode(true);
    assertThrows(SSLException.class, () -> speak(nobody, learner(learner)));
    FleetKeys worker = FleetKeys.read(folder.resolve("keys"), FleetRole.WORKER);
    SSLEngine old = worker(worker);
    old.setEnabledProtocols(new String[] {"TLSv1.2"});
    assertThrows(SSLException.class, () -> speak(old, learner(learner)));
  }

  private static final class TrustsAll implements javax.net.ssl.X509TrustManager {
    @Override
    public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String kind) {}

    @Override
    public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String kind) {}

    @Override
    public java.security.cert.X509Certificate[] getAcceptedIssuers() {
      return new java.security.cert.X509Certificate[0];
    }
  }

  @Test
  void onlyTheirOwnerReadsThem() throws IOException {
    assumeTrue(
        folder.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "skipped: this system has other rights");
    Path keys = made("keys");
    assertEquals("rwx------", rights(keys));
    try (Stream<Path> all = Files.list(keys)) {
      for (Path file : all.toList()) {
        assertEquals("rw-------", rights(file), file.toString());
      }
    }
    FleetKeys.read(keys, FleetRole.WORKER);
    Files.setPosixFilePermissions(
        keys.resolve("worker.key"), PosixFilePermissions.fromString("rw-r-----"));
    assertThrows(Problem.class, () -> FleetKeys.read(keys, FleetRole.WORKER));
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void keysThatAreThereAreNotOverwritten() throws IOException {
    Path keys = made("keys");
    String before = Files.readString(keys.resolve("worker.key"));
    assertThrows(Problem.class, () -> FleetKeys.create(keys));
    assertEquals(before, Files.readString(keys.resolve("worker.key")));
  }

  @Test
  void keysThatAreMissingOrDamagedAreAProblem() throws IOException {
    assertThrows(Problem.class, () -> FleetKeys.read(folder.resolve("none"), FleetRole.LEARNER));
    Path keys = made("keys");
    Map.of("learner.key", "x", "learner.crt", "x")
        .forEach((name, text) -> {
          try {
            Files.writeString(keys.resolve(name), text);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
          assertThrows(Problem.class, () -> FleetKeys.read(keys, FleetRole.LEARNER));
        });
  }

  @Test
  void keysThatCannotAllBeWrittenLeaveNone() throws IOException {
    Path keys = Files.createDirectory(folder.resolve("half"));
    Files.writeString(keys.resolve("worker.crt"), "in the way");
    assertThrows(Problem.class, () -> FleetKeys.create(keys));
    Files.delete(keys.resolve("worker.crt"));
    try (Stream<Path> left = Files.list(keys)) {
      assertEquals(0, left.count());
    }
    FleetKeys.create(keys);
  }
}
